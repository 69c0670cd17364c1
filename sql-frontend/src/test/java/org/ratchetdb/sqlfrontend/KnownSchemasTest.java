package org.ratchetdb.sqlfrontend;

import static org.ratchetdb.sqlfrontend.ParserAssertions.GOOGLE;
import static org.ratchetdb.sqlfrontend.ParserAssertions.POSTGRES;
import static org.ratchetdb.sqlfrontend.ParserAssertions.assertParses;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas in the style that guides to schema design teach, in both dialects. */
class KnownSchemasTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        CREATE TABLE Singers (
          SingerId   INT64 NOT NULL PRIMARY KEY,
          FirstName  STRING(1024),
          LastName   STRING(1024),
          SingerInfo BYTES(MAX),
          BirthDate  DATE
        )""",
        """
        CREATE TABLE Albums (
          SingerId     INT64 NOT NULL,
          AlbumId      INT64 NOT NULL,
          AlbumTitle   STRING(MAX)
        ) PRIMARY KEY (SingerId, AlbumId),
          INTERLEAVE IN PARENT Singers ON DELETE CASCADE""",
        """
        CREATE TABLE Songs (
          SingerId INT64 NOT NULL, AlbumId INT64 NOT NULL, TrackId INT64 NOT NULL, SongName STRING(MAX),
        ) PRIMARY KEY (SingerId, AlbumId, TrackId),
          INTERLEAVE IN PARENT Albums ON DELETE CASCADE""",
        "CREATE TABLE Visits (Id INT64, VisitedAt TIMESTAMP NOT NULL) PRIMARY KEY (Id), INTERLEAVE IN Singers",
        """
        CREATE TABLE AccessLog (
          ShardId INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(CAST(LastAccess AS STRING)), 16)) STORED,
          LastAccess TIMESTAMP NOT NULL,
          UserId INT64 NOT NULL
        ) PRIMARY KEY (ShardId, LastAccess DESC, UserId)""",
        """
        CREATE TABLE Fans (
          FanId STRING(36) DEFAULT (GENERATE_UUID()),
          Name STRING(MAX),
        ) PRIMARY KEY (FanId)""",
        "CREATE TABLE Orders (Id INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S))) PRIMARY KEY (Id)",
        "CREATE INDEX AlbumsByTitle ON Albums (AlbumTitle) STORING (MarketingBudget)",
        "CREATE NULL_FILTERED INDEX ByTime ON AccessLog (ShardId, LastAccess DESC)",
        "CREATE INDEX SongsByName ON Songs (SingerId, AlbumId, SongName), INTERLEAVE IN Albums",
      })
  void googleSqlReads(String ddl) {
    assertParses(GOOGLE, ddl);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        CREATE TABLE singers (
          singer_id   bigint NOT NULL PRIMARY KEY,
          first_name  varchar(1024),
          last_name   varchar(1024),
          singer_info bytea,
          birth_date  date
        )""",
        """
        CREATE TABLE albums (
          singer_id bigint NOT NULL, album_id bigint NOT NULL, album_title varchar,
          PRIMARY KEY (singer_id, album_id)
        ) INTERLEAVE IN PARENT singers ON DELETE CASCADE""",
        "CREATE TABLE visits (id bigint PRIMARY KEY, at timestamptz) INTERLEAVE IN singers",
        """
        CREATE TABLE access_log (
          shard_id bigint NOT NULL GENERATED ALWAYS AS
            (mod(spanner.farm_fingerprint(user_id::text), 16::bigint)) STORED,
          last_access timestamptz NOT NULL,
          user_id bigint NOT NULL,
          PRIMARY KEY (shard_id, last_access, user_id)
        )""",
        "CREATE TABLE fans (fan_id varchar(36) DEFAULT spanner.generate_uuid(), PRIMARY KEY (fan_id))",
        "CREATE TABLE orders (id bigint DEFAULT nextval('s') PRIMARY KEY)",
        "CREATE INDEX albums_by_title ON albums (album_title) INCLUDE (marketing_budget)",
        "CREATE INDEX by_time ON access_log (shard_id, last_access DESC) WHERE last_access IS NOT NULL",
        "CREATE INDEX songs_by_name ON songs (singer_id, album_id, song_name) INTERLEAVE IN albums",
      })
  void postgresReads(String ddl) {
    assertParses(POSTGRES, ddl);
  }
}
