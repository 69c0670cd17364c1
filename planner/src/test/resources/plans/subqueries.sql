## Subqueries become joins.

CREATE TABLE Singers (
  SingerId INT64 NOT NULL,
  LastName STRING(100) NOT NULL,
  Mentor INT64
) PRIMARY KEY (SingerId)

CREATE TABLE Albums (
  SingerId INT64 NOT NULL,
  AlbumId INT64 NOT NULL,
  Title STRING(MAX),
  Budget INT64
) PRIMARY KEY (SingerId, AlbumId),
  INTERLEAVE IN PARENT Singers ON DELETE CASCADE

CREATE TABLE Songs (
  SongId INT64 NOT NULL,
  SingerId INT64,
  Title STRING(MAX)
) PRIMARY KEY (SongId)

rows Singers 100000, Albums 500000, Songs 300000

## EXISTS and NOT EXISTS.
SELECT LastName FROM Singers AS s WHERE EXISTS (SELECT 1 FROM Albums AS a WHERE a.SingerId = s.SingerId AND a.Budget > 5)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Semi)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Compute
        - Columns: SingerId
        Table Scan (Table: Albums, Full scan: true)
          - Residual Condition: Budget > 5

SELECT LastName FROM Singers AS s WHERE NOT EXISTS (SELECT 1 FROM Songs AS g WHERE g.SingerId = s.SingerId AND g.Title <> s.LastName)
----
Compute
  - Columns: LastName
  Hash Join (Join type: Anti)
    - Condition: (SingerId = SingerId)
    - Residual Condition: Title <> LastName
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Songs, Full scan: true)

SELECT LastName FROM Singers AS s WHERE s.SingerId = 4 AND EXISTS (SELECT 1 FROM Albums AS a WHERE a.SingerId = s.SingerId LIMIT 1)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Semi)
    - Condition: (SingerId = SingerId)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = 4)
    Distributed Union
      Table Scan (Table: Albums)
        - Seek Condition: (SingerId = 4)

## IN; NOT IN where neither side is NULL, where one may be, and with a correlation besides.
SELECT LastName FROM Singers WHERE SingerId IN (SELECT SingerId FROM Songs WHERE Title = 'x')
----
Compute
  - Columns: LastName
  Hash Join (Join type: Semi)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Compute
        - Columns: SingerId
        Table Scan (Table: Songs, Full scan: true)
          - Residual Condition: Title = 'x'

SELECT LastName FROM Singers WHERE SingerId NOT IN (SELECT SongId FROM Songs)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Anti)
    - Condition: (SingerId = SongId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Songs, Full scan: true)

SELECT LastName FROM Singers WHERE SingerId NOT IN (SELECT SingerId FROM Songs)
----
Compute
  - Columns: LastName
  Hash Join (Join type: Anti Null Aware)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Songs, Full scan: true)

SELECT LastName FROM Singers AS s WHERE Mentor NOT IN (SELECT a.Budget FROM Albums AS a WHERE a.SingerId = s.SingerId)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Anti)
    - Condition: (SingerId = SingerId)
    - Residual Condition: (Mentor = Budget) OR (Mentor IS NULL) OR (Budget IS NULL)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)

## Scalar: without correlation once; with an aggregation grouped; by a unique key; else per row.
SELECT LastName FROM Singers WHERE SingerId > (SELECT AVG(SingerId) FROM Songs)
----
Compute
  - Columns: LastName
  Loop Join (Join type: Inner)
    - Condition: CAST(SingerId AS FLOAT64) > avg
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Aggregate (Scalar aggregate: true)
      - Agg: AVG($0)
      Distributed Union
        Compute
          - Columns: CAST(SingerId AS FLOAT64)
          Table Scan (Table: Songs, Full scan: true)

SELECT LastName FROM Singers WHERE SingerId = (SELECT SingerId FROM Songs WHERE Title = 'x')
----
Compute
  - Columns: LastName
  Cross Apply (Outer: $outer0)
    Aggregate (Scalar aggregate: true)
      - Agg: SINGLE_VALUE(SingerId)
      Distributed Union
        Table Scan (Table: Songs, Full scan: true)
          - Residual Condition: Title = 'x'
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = $outer0.$0)

SELECT LastName FROM Singers AS s WHERE Mentor < (SELECT SUM(g.SongId) FROM Songs AS g WHERE g.SingerId = s.SingerId)
----
Compute
  - Columns: LastName
  Cross Apply (Outer: $outer0)
    Aggregate (Iterator type: Hash)
      - Key: SingerId
      - Agg: SUM(SongId)
      Distributed Union
        Table Scan (Table: Songs, Full scan: true)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = $outer0.SingerId)
      - Residual Condition: Mentor < $outer0.sum

SELECT LastName, (SELECT COUNT(*) FROM Songs AS g WHERE g.SingerId = s.SingerId) AS n FROM Singers AS s
----
Compute
  - Columns: LastName, COALESCE(count, 0)
  Hash Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Aggregate (Iterator type: Hash)
      - Key: SingerId
      - Agg: COUNT_STAR()
      Distributed Union
        Table Scan (Table: Songs, Full scan: true)

SELECT LastName, (SELECT m.LastName FROM Singers AS m WHERE m.SingerId = s.Mentor) AS mentor FROM Singers AS s
----
Compute
  - Columns: LastName, LastName
  Hash Join (Join type: Left)
    - Condition: (Mentor = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

SELECT LastName, (SELECT g.Title FROM Songs AS g WHERE g.SingerId = s.SingerId) FROM Singers AS s
----
Compute
  - Columns: LastName, $2
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Aggregate (Scalar aggregate: true)
      - Agg: SINGLE_VALUE(Title)
      Table Scan (Table: Songs, Full scan: true)
        - Residual Condition: SingerId = $outer0.SingerId

SELECT LastName, (SELECT a.Title FROM Albums AS a WHERE a.SingerId = s.SingerId ORDER BY a.AlbumId DESC LIMIT 1) FROM Singers AS s
----
Compute
  - Columns: LastName, Title
  Outer Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Table Scan (Table: Albums, Direction: Reverse, Limit: 1)
      - Seek Condition: (SingerId = $outer0.SingerId)

## Grouped under another condition than equality: per row.
SELECT LastName, (SELECT COUNT(*) FROM Songs AS g WHERE g.SongId < s.SingerId) FROM Singers AS s WHERE s.SingerId < 3
----
Compute
  - Columns: LastName, count
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Singers)
        - Seek Condition: (SingerId < 3)
    Aggregate (Scalar aggregate: true)
      - Agg: COUNT_STAR()
      Table Scan (Table: Songs)
        - Seek Condition: (SongId < $outer0.SingerId)

## As values and under OR.
SELECT SingerId, EXISTS (SELECT 1 FROM Albums AS a WHERE a.SingerId = s.SingerId) FROM Singers AS s
----
Compute
  - Columns: SingerId, COALESCE($2, 0) > 0
  Merge Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Aggregate (Iterator type: Stream)
      - Key: SingerId
      - Agg: COUNT_STAR()
      Distributed Union
        Table Scan (Table: Albums, Full scan: true)

SELECT SingerId FROM Singers AS s WHERE LastName = 'x' OR SingerId IN (SELECT g.SingerId FROM Songs AS g)
----
Compute
  - Columns: SingerId
  Filter
    - Condition: (LastName = 'x') OR (COALESCE($3, 0) > 0)
    Hash Join (Join type: Left)
      - Condition: (SingerId = SingerId)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)
      Aggregate (Iterator type: Hash)
        - Key: SingerId
        - Agg: COUNT_STAR()
        Distributed Union
          Table Scan (Table: Songs, Full scan: true)

SELECT SingerId IN (SELECT g.SingerId FROM Songs AS g) FROM Singers
----
Compute
  - Columns: CASE WHEN COALESCE($4, 0) > 0 THEN TRUE WHEN ((SingerId IS NULL) AND ($1 > 0)) OR ($2 > 0) THEN NULL ELSE FALSE END
  Hash Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Loop Join (Join type: Inner)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)
      Loop Join (Join type: Inner)
        Aggregate (Scalar aggregate: true)
          - Agg: COUNT_STAR() FILTER $0
          Distributed Union
            Compute
              - Columns: TRUE
              Table Scan (Table: Songs, Full scan: true)
        Aggregate (Scalar aggregate: true)
          - Agg: COUNT_STAR() FILTER $0
          Distributed Union
            Compute
              - Columns: SingerId IS NULL
              Table Scan (Table: Songs, Full scan: true)
    Aggregate (Iterator type: Hash)
      - Key: SingerId
      - Agg: COUNT_STAR()
      Distributed Union
        Table Scan (Table: Songs, Full scan: true)

## ARRAY of a subquery keeps its order.
SELECT SingerId, ARRAY(SELECT a.Title FROM Albums AS a WHERE a.SingerId = s.SingerId ORDER BY a.AlbumId) FROM Singers AS s
----
Compute
  - Columns: SingerId, COALESCE($2, [])
  Merge Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Aggregate (Iterator type: Stream)
      - Key: SingerId
      - Agg: ARRAY_AGG(Title ORDER BY AlbumId ASC)
      Distributed Union
        Table Scan (Table: Albums, Full scan: true)

## HAVING on one row without groups is not pushed below the grouping.
SELECT COUNT(*) FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId HAVING @p
----
Compute
  - Columns: count
  Filter
    - Condition: @p1
    Aggregate (Scalar aggregate: true)
      - Agg: COUNT_STAR()
      Compute
        - Columns: 
        Merge Join (Join type: Inner)
          - Condition: (SingerId = SingerId)
          Distributed Union
            Table Scan (Table: Singers, Full scan: true)
          Distributed Union
            Table Scan (Table: Albums, Full scan: true)

## A grouped input is made per outer row where these are few.
SELECT s.LastName FROM Singers AS s WHERE s.SingerId = 3 AND s.Mentor > (SELECT MAX(a.Budget) FROM Albums AS a WHERE a.SingerId = s.SingerId)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    - Residual Condition: Mentor > max
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = 3)
    Aggregate (Iterator type: Stream)
      - Key: SingerId
      - Agg: MAX(Budget)
      Distributed Union
        Table Scan (Table: Albums)
          - Seek Condition: (SingerId = 3)

## The key of the outer row decides what a correlated sum reads, and locks.
SELECT s.LastName, (SELECT SUM(a.Budget) FROM Albums AS a WHERE a.SingerId = s.SingerId) FROM Singers AS s WHERE s.SingerId = 3
----
Compute
  - Columns: LastName, sum
  Merge Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = 3)
    Aggregate (Iterator type: Stream)
      - Key: SingerId
      - Agg: SUM(Budget)
      Distributed Union
        Table Scan (Table: Albums)
          - Seek Condition: (SingerId = 3)
