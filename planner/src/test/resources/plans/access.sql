## Access paths of one table.

CREATE TABLE Singers (
  SingerId INT64 NOT NULL,
  FirstName STRING(100),
  LastName STRING(100) NOT NULL,
  BirthDate DATE,
  Score FLOAT64,
  Email STRING(MAX)
) PRIMARY KEY (SingerId)

CREATE TABLE Albums (
  SingerId INT64 NOT NULL,
  AlbumId INT64 NOT NULL,
  Title STRING(MAX),
  Budget INT64
) PRIMARY KEY (SingerId, AlbumId DESC),
  INTERLEAVE IN PARENT Singers ON DELETE CASCADE

CREATE INDEX SingersByName ON Singers (LastName, FirstName)

CREATE UNIQUE INDEX SingersByEmail ON Singers (Email)

CREATE INDEX SingersByBirthDate ON Singers (BirthDate DESC) STORING (LastName)

CREATE NULL_FILTERED INDEX AlbumsByBudget ON Albums (Budget)

rows Singers 100000, Albums 500000

## The whole key: a lookup.
SELECT LastName FROM Singers WHERE SingerId = @id
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId = @p1)

SELECT LastName FROM Singers WHERE SingerId = 3 AND LastName LIKE 'A%'
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId = 3)
  - Residual Condition: LastName LIKE 'A%'

## Two of three parts of the key, and the rest residual.
SELECT Title FROM Albums WHERE SingerId = 1 AND AlbumId > 5 AND Budget < 7
----
Distributed Union
  Compute
    - Columns: Title
    Table Scan (Table: Albums)
      - Seek Condition: (SingerId = 1) AND (AlbumId > 5)
      - Residual Condition: Budget < 7

SELECT Title FROM Albums WHERE SingerId = 1 AND AlbumId = 2
----
Table Scan (Table: Albums)
  - Seek Condition: (SingerId = 1) AND (AlbumId = 2)

## Not a seek: a key part behind an open one, an expression over a key part.
SELECT Title FROM Albums WHERE AlbumId = 2
----
Distributed Union
  Compute
    - Columns: Title
    Table Scan (Table: Albums, Full scan: true)
      - Residual Condition: AlbumId = 2

SELECT LastName FROM Singers WHERE SingerId + 1 = 5
----
Distributed Union
  Compute
    - Columns: LastName
    Index Scan (Index: SingersByName, Full scan: true)
      - Residual Condition: (SingerId + 1) = 5

SELECT SingerId FROM Singers WHERE SingerId IN (5, 3, @x)
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId IN (5, 3, @p1))

SELECT SingerId FROM Singers WHERE SingerId = 5 OR SingerId = 3
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId IN (5, 3))

SELECT FirstName FROM Singers WHERE SingerId BETWEEN 5 AND 9
----
Distributed Union
  Table Scan (Table: Singers)
    - Seek Condition: (SingerId >= 5 AND SingerId <= 9)

## Covering index, back-join, unique index.
SELECT SingerId FROM Singers WHERE LastName = 'Smith'
----
Distributed Union
  Index Scan (Index: SingersByName)
    - Seek Condition: (LastName = 'Smith')

SELECT BirthDate FROM Singers WHERE LastName = 'Smith' AND FirstName = 'Ann'
----
Compute
  - Columns: BirthDate
  Back Join (Table: Singers)
    Index Scan (Index: SingersByName)
      - Seek Condition: (LastName = 'Smith') AND (FirstName = 'Ann')

SELECT * FROM Singers WHERE Email = @mail
----
Compute
  - Columns: SingerId, FirstName, LastName, BirthDate, Score, Email
  Back Join (Table: Singers)
    Index Scan (Index: SingersByEmail)
      - Seek Condition: (Email = @p1)

## Only one of the conditions is in the index: it is checked before the back-join.
SELECT BirthDate, SingerId FROM Singers WHERE LastName >= 'S' AND LastName < 'T' AND FirstName IS NOT NULL AND Score > 1
----
Distributed Union
  Compute
    - Columns: BirthDate, SingerId
    Back Join (Table: Singers)
      - Residual Condition: Score > 1.0
      Index Scan (Index: SingersByName)
        - Seek Condition: (LastName >= 'S' AND LastName < 'T')
        - Residual Condition: FirstName IS NOT NULL

## LIKE with a literal prefix seeks, with a parameter or a wildcard in front it cannot.
SELECT SingerId FROM Singers WHERE LastName LIKE 'Sm%'
----
Distributed Union
  Index Scan (Index: SingersByName)
    - Seek Condition: (LastName >= 'Sm' AND LastName < 'Sn')

SELECT SingerId FROM Singers WHERE LastName LIKE @pattern
----
Distributed Union
  Compute
    - Columns: SingerId
    Index Scan (Index: SingersByName, Full scan: true)
      - Residual Condition: LastName LIKE @p1

SELECT SingerId FROM Singers WHERE STARTS_WITH(LastName, 'Sm')
----
Distributed Union
  Index Scan (Index: SingersByName)
    - Seek Condition: (LastName >= 'Sm' AND LastName < 'Sn')

## A null-filtered index serves where NULLs are excluded.
SELECT SingerId FROM Albums WHERE Budget > 10
----
Distributed Union
  Index Scan (Index: AlbumsByBudget)
    - Seek Condition: (Budget > 10)

SELECT SingerId FROM Albums@{FORCE_INDEX=AlbumsByBudget} WHERE Budget > 10
----
Distributed Union
  Index Scan (Index: AlbumsByBudget)
    - Seek Condition: (Budget > 10)

SELECT SingerId FROM Albums@{FORCE_INDEX=AlbumsByBudget}
----
error INVALID_ARGUMENT: The hint FORCE_INDEX cannot be honored: the null-filtered index AlbumsByBudget may lack rows that the query needs

SELECT SingerId FROM Albums@{FORCE_INDEX=Nope}
----
error INVALID_ARGUMENT: The table Albums does not have a secondary index called Nope [at 1:30]

SELECT SingerId FROM Singers@{FORCE_INDEX=_BASE_TABLE} WHERE Email = 'x'
----
Distributed Union
  Compute
    - Columns: SingerId
    Table Scan (Table: Singers, Full scan: true)
      - Residual Condition: Email = 'x'

## Orders that a key gives, also in reverse; with a column bound to one value.
SELECT SingerId, AlbumId FROM Albums ORDER BY SingerId, AlbumId DESC
----
Distributed Union
  Table Scan (Table: Albums, Full scan: true)

SELECT SingerId, AlbumId FROM Albums ORDER BY SingerId DESC, AlbumId
----
Distributed Union
  Table Scan (Table: Albums, Full scan: true, Direction: Reverse)

SELECT SingerId, AlbumId FROM Albums WHERE SingerId = 1 ORDER BY AlbumId LIMIT 3
----
Table Scan (Table: Albums, Direction: Reverse, Limit: 3)
  - Seek Condition: (SingerId = 1)

SELECT SingerId, AlbumId FROM Albums ORDER BY SingerId, AlbumId
----
Sort
  - Key: SingerId ASC, AlbumId ASC
  Distributed Union
    Table Scan (Table: Albums, Full scan: true)

SELECT LastName FROM Singers ORDER BY BirthDate DESC LIMIT 10
----
Compute
  - Columns: LastName
  Index Scan (Index: SingersByBirthDate, Full scan: true, Limit: 10)

SELECT FirstName FROM Singers ORDER BY BirthDate LIMIT 10
----
Compute
  - Columns: FirstName
  Back Join (Table: Singers)
    Index Scan (Index: SingersByBirthDate, Full scan: true, Direction: Reverse, Limit: 10)

SELECT FirstName FROM Singers ORDER BY Score LIMIT 10
----
Compute
  - Columns: FirstName
  Sort Limit (Limit: 10)
    - Key: Score ASC
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

SELECT FirstName FROM Singers ORDER BY Score LIMIT 10 OFFSET @skip
----
Compute
  - Columns: FirstName
  Sort Limit (Limit: 10, Offset: @p1)
    - Key: Score ASC
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

## Constants fold away, but what fails is left to the rows.
SELECT SingerId FROM Singers WHERE TRUE AND SingerId = 4
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId = 4)

SELECT SingerId FROM Singers WHERE FALSE
----
Empty Relation

## Grouping.
SELECT COUNT(*) FROM Singers
----
Aggregate (Scalar aggregate: true)
  - Agg: COUNT_STAR()
  Distributed Union
    Index Scan (Index: SingersByName, Full scan: true)

SELECT SingerId, COUNT(*) FROM Albums GROUP BY SingerId
----
Aggregate (Iterator type: Stream)
  - Key: SingerId
  - Agg: COUNT_STAR()
  Distributed Union
    Table Scan (Table: Albums, Full scan: true)

SELECT Title, COUNT(*) FROM Albums GROUP BY Title HAVING COUNT(*) > 1
----
Compute
  - Columns: Title, count
  Filter
    - Condition: count > 1
    Aggregate (Iterator type: Hash)
      - Key: Title
      - Agg: COUNT_STAR()
      Distributed Union
        Table Scan (Table: Albums, Full scan: true)

SELECT MAX(SingerId) FROM Singers
----
Aggregate (Scalar aggregate: true)
  - Agg: MAX(SingerId)
  Table Scan (Table: Singers, Direction: Reverse, Limit: 1)
    - Seek Condition: (SingerId IS NOT NULL)

SELECT MIN(BirthDate) FROM Singers WHERE BirthDate > DATE '2000-01-01'
----
Aggregate (Scalar aggregate: true)
  - Agg: MIN(BirthDate)
  Index Scan (Index: SingersByBirthDate, Direction: Reverse, Limit: 1)
    - Seek Condition: (BirthDate > DATE '2000-01-01')
    - Residual Condition: BirthDate IS NOT NULL

SELECT MAX(Score) FROM Singers
----
Aggregate (Scalar aggregate: true)
  - Agg: MAX(Score)
  Distributed Union
    Table Scan (Table: Singers, Full scan: true)

SELECT DISTINCT LastName FROM Singers
----
Aggregate (Iterator type: Stream)
  - Key: LastName
  Distributed Union
    Index Scan (Index: SingersByName, Full scan: true)

## Without a table.
SELECT 1
----
Compute
  - Columns: 1
  Unit Relation

SELECT x FROM UNNEST([1, 2, 3]) AS x WHERE x > 1
----
Filter
  - Condition: x > 1
  Array Unnest
    - Array: MAKE_ARRAY(1, 2, 3)
    Unit Relation

SELECT SingerId FROM Singers WHERE SingerId < 3 UNION ALL SELECT AlbumId FROM Albums WHERE SingerId = 1
----
Union All
  Distributed Union
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId < 3)
  Distributed Union
    Table Scan (Table: Albums)
      - Seek Condition: (SingerId = 1)

(SELECT SingerId FROM Singers) EXCEPT DISTINCT (SELECT SingerId FROM Albums) ORDER BY 1 LIMIT 5
----
Sort Limit (Limit: 5)
  - Key: SingerId ASC
  Except Distinct
    Distributed Union
      Index Scan (Index: SingersByName, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)

SELECT s FROM (SELECT SingerId AS s FROM Singers LIMIT 5) WHERE s > 3
----
Compute
  - Columns: SingerId
  Filter
    - Condition: SingerId > 3
    Index Scan (Index: SingersByName, Full scan: true, Limit: 5)

SELECT SingerId FROM Singers WHERE SingerId = 1 FOR UPDATE
----
Table Scan (Table: Singers, Lock: Exclusive)
  - Seek Condition: (SingerId = 1)

## The order of a DESC key part needs no sort, nor does its reverse.
SELECT AlbumId FROM Albums WHERE SingerId = 1 ORDER BY AlbumId DESC LIMIT 3
----
Table Scan (Table: Albums, Limit: 3)
  - Seek Condition: (SingerId = 1)

SELECT AlbumId FROM Albums WHERE SingerId = 1 ORDER BY AlbumId LIMIT 3
----
Table Scan (Table: Albums, Direction: Reverse, Limit: 3)
  - Seek Condition: (SingerId = 1)

SELECT AlbumId FROM Albums WHERE SingerId = 1 AND AlbumId < 9 ORDER BY AlbumId DESC
----
Distributed Union
  Table Scan (Table: Albums)
    - Seek Condition: (SingerId = 1) AND (AlbumId < 9)

SELECT LastName FROM Singers WHERE BirthDate > DATE '2000-01-01' ORDER BY BirthDate DESC LIMIT 2
----
Compute
  - Columns: LastName
  Index Scan (Index: SingersByBirthDate, Limit: 2)
    - Seek Condition: (BirthDate > DATE '2000-01-01')

## The rows of an index are completed from the table.
SELECT Score FROM Singers WHERE Email = @email
----
Compute
  - Columns: Score
  Back Join (Table: Singers)
    Index Scan (Index: SingersByEmail)
      - Seek Condition: (Email = @p1)

SELECT SingerId, Score FROM Singers@{FORCE_INDEX=SingersByName} ORDER BY LastName, FirstName LIMIT 4
----
Compute
  - Columns: SingerId, Score
  Back Join (Table: Singers)
    Index Scan (Index: SingersByName, Full scan: true, Limit: 4)

## Only the best rows are kept.
SELECT SingerId FROM Singers ORDER BY Score DESC, SingerId LIMIT 10 OFFSET 5
----
Compute
  - Columns: SingerId
  Sort Limit (Limit: 10, Offset: 5)
    - Key: Score DESC, SingerId ASC
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

SELECT SingerId FROM Singers@{SEEKABLE_KEY_SIZE=17, FORCE_INDEX=SingersByName}
----
error INVALID_ARGUMENT: Invalid hint value for: SEEKABLE_KEY_SIZE hint: 17. [at 1:31]

@{OPTIMIZER_VERSION=10} SELECT SingerId FROM Singers
----
error INVALID_ARGUMENT: Invalid hint value for: OPTIMIZER_VERSION hint: 10. [at 1:3]

@{OPTIMIZER_VERSION=latest_version} SELECT LastName FROM Singers WHERE SingerId = 1
----
Table Scan (Table: Singers)
  - Seek Condition: (SingerId = 1)
