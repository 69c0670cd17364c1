-- Singers, their albums in them, songs in albums: the albums of a singer lie beside the singer.
CREATE TABLE singers (
  singer_id bigint NOT NULL,
  first_name varchar(1024),
  last_name varchar(1024) NOT NULL,
  birth_date date,
  PRIMARY KEY (singer_id)
);

CREATE TABLE albums (
  singer_id bigint NOT NULL,
  album_id bigint NOT NULL,
  title text,
  marketing_budget bigint,
  PRIMARY KEY (singer_id, album_id)
) INTERLEAVE IN PARENT singers ON DELETE CASCADE;

CREATE TABLE songs (
  singer_id bigint NOT NULL,
  album_id bigint NOT NULL,
  track_id bigint NOT NULL,
  song_name text,
  duration_seconds bigint,
  PRIMARY KEY (singer_id, album_id, track_id)
) INTERLEAVE IN PARENT albums ON DELETE CASCADE;

CREATE INDEX singers_by_name ON singers (last_name, first_name);
CREATE INDEX albums_by_title ON albums (title) INCLUDE (marketing_budget);

INSERT INTO singers (singer_id, first_name, last_name, birth_date) VALUES
  (1, 'Marc', 'Richards', '1970-09-03'),
  (2, 'Catalina', 'Smith', '1990-08-17'),
  (3, 'Alice', 'Trentor', '1991-10-02'),
  (4, 'Lea', 'Martin', '1991-11-09'),
  (5, 'David', 'Lomond', '1977-01-29');

INSERT INTO albums (singer_id, album_id, title, marketing_budget) VALUES
  (1, 1, 'Total Junk', 100000),
  (1, 2, 'Go, Go, Go', 250000),
  (2, 1, 'Green', 500000),
  (2, 2, 'Forever Hold Your Peace', NULL),
  (2, 3, 'Terrified', 80000),
  (4, 1, 'Nothing To Do With Me', 40000);

INSERT INTO songs (singer_id, album_id, track_id, song_name, duration_seconds) VALUES
  (1, 1, 1, 'Not About The Guitar', 215),
  (1, 1, 2, 'The Second Time', 304),
  (1, 2, 1, 'Starting Again', 183),
  (2, 1, 1, 'Let''s Get Back Together', 182),
  (2, 1, 2, 'I Knew You Were Magic', 281),
  (2, 3, 1, 'Fight Story', 215),
  (4, 1, 1, 'Blue', 238);
