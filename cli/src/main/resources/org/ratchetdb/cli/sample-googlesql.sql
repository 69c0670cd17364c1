-- Singers, their albums in them, songs in albums: the albums of a singer lie beside the singer.
CREATE TABLE Singers (
  SingerId INT64 NOT NULL,
  FirstName STRING(1024),
  LastName STRING(1024) NOT NULL,
  BirthDate DATE
) PRIMARY KEY (SingerId);

CREATE TABLE Albums (
  SingerId INT64 NOT NULL,
  AlbumId INT64 NOT NULL,
  Title STRING(MAX),
  MarketingBudget INT64
) PRIMARY KEY (SingerId, AlbumId),
  INTERLEAVE IN PARENT Singers ON DELETE CASCADE;

CREATE TABLE Songs (
  SingerId INT64 NOT NULL,
  AlbumId INT64 NOT NULL,
  TrackId INT64 NOT NULL,
  SongName STRING(MAX),
  DurationSeconds INT64
) PRIMARY KEY (SingerId, AlbumId, TrackId),
  INTERLEAVE IN PARENT Albums ON DELETE CASCADE;

CREATE INDEX SingersByName ON Singers (LastName, FirstName);
CREATE INDEX AlbumsByTitle ON Albums (Title) STORING (MarketingBudget);

INSERT INTO Singers (SingerId, FirstName, LastName, BirthDate) VALUES
  (1, 'Marc', 'Richards', DATE '1970-09-03'),
  (2, 'Catalina', 'Smith', DATE '1990-08-17'),
  (3, 'Alice', 'Trentor', DATE '1991-10-02'),
  (4, 'Lea', 'Martin', DATE '1991-11-09'),
  (5, 'David', 'Lomond', DATE '1977-01-29');

INSERT INTO Albums (SingerId, AlbumId, Title, MarketingBudget) VALUES
  (1, 1, 'Total Junk', 100000),
  (1, 2, 'Go, Go, Go', 250000),
  (2, 1, 'Green', 500000),
  (2, 2, 'Forever Hold Your Peace', NULL),
  (2, 3, 'Terrified', 80000),
  (4, 1, 'Nothing To Do With Me', 40000);

INSERT INTO Songs (SingerId, AlbumId, TrackId, SongName, DurationSeconds) VALUES
  (1, 1, 1, 'Not About The Guitar', 215),
  (1, 1, 2, 'The Second Time', 304),
  (1, 2, 1, 'Starting Again', 183),
  (2, 1, 1, 'Let\'s Get Back Together', 182),
  (2, 1, 2, 'I Knew You Were Magic', 281),
  (2, 3, 1, 'Fight Story', 215),
  (4, 1, 1, 'Blue', 238);
