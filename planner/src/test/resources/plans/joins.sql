## Orders and methods of joins.

CREATE TABLE Singers (
  SingerId INT64 NOT NULL,
  LastName STRING(100) NOT NULL,
  Country STRING(2)
) PRIMARY KEY (SingerId)

CREATE TABLE Albums (
  SingerId INT64 NOT NULL,
  AlbumId INT64 NOT NULL,
  Title STRING(MAX),
  LabelId INT64
) PRIMARY KEY (SingerId, AlbumId),
  INTERLEAVE IN PARENT Singers ON DELETE CASCADE

CREATE TABLE Labels (
  LabelId INT64 NOT NULL,
  Name STRING(100)
) PRIMARY KEY (LabelId)

CREATE TABLE Prices (
  Id INT64 NOT NULL,
  Price FLOAT64,
  Tags ARRAY<STRING(MAX)>
) PRIMARY KEY (Id)

CREATE INDEX AlbumsByLabel ON Albums (LabelId)

rows Singers 100000, Albums 1000000, Labels 50, Prices 1000

## Parent and child in key order: nothing to sort, nothing to keep.
SELECT s.LastName, a.Title FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId
----
Compute
  - Columns: LastName, Title
  Merge Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)

## Pairs come in the order of the parents, and in that of the children for each: nothing to sort.
SELECT s.LastName, a.AlbumId FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId ORDER BY s.SingerId, a.AlbumId
----
Compute
  - Columns: LastName, AlbumId
  Merge Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)

SELECT s.LastName, a.Title FROM Singers AS s LEFT JOIN Albums AS a ON a.SingerId = s.SingerId WHERE s.SingerId = @id ORDER BY a.AlbumId
----
Compute
  - Columns: LastName, Title
  Merge Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = @p1)
    Distributed Union
      Table Scan (Table: Albums)
        - Seek Condition: (SingerId = @p1)

## The children of different parents do not.
SELECT s.LastName, a.AlbumId FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId ORDER BY a.AlbumId
----
Sort
  - Key: AlbumId ASC
  Compute
    - Columns: LastName, AlbumId
    Hash Join (Join type: Inner)
      - Condition: (SingerId = SingerId)
      Distributed Union
        Index Scan (Index: AlbumsByLabel, Full scan: true)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)

SELECT a.AlbumId, b.AlbumId FROM Albums AS a JOIN Albums AS b ON b.SingerId = a.SingerId ORDER BY a.SingerId, b.AlbumId
----
Compute
  - Columns: AlbumId, AlbumId
  Sort
    - Key: SingerId ASC, AlbumId ASC
    Compute
      - Columns: SingerId, AlbumId, AlbumId
      Hash Join (Join type: Inner)
        - Condition: (SingerId = SingerId)
        Distributed Union
          Index Scan (Index: AlbumsByLabel, Full scan: true)
        Distributed Union
          Index Scan (Index: AlbumsByLabel, Full scan: true)

## One parent: its children are looked up, by the same key value on both sides.
SELECT s.LastName, a.Title FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId WHERE s.SingerId = @id
----
Compute
  - Columns: LastName, Title
  Merge Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = @p1)
    Distributed Union
      Table Scan (Table: Albums)
        - Seek Condition: (SingerId = @p1)

SELECT s.LastName, a.Title FROM Singers AS s LEFT JOIN Albums AS a ON a.SingerId = s.SingerId WHERE s.SingerId = @id
----
Compute
  - Columns: LastName, Title
  Merge Join (Join type: Left)
    - Condition: (SingerId = SingerId)
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = @p1)
    Distributed Union
      Table Scan (Table: Albums)
        - Seek Condition: (SingerId = @p1)

## Few outer rows: lookups. Many: hash.
SELECT a.Title FROM Labels AS l JOIN Albums AS a ON a.LabelId = l.LabelId WHERE l.Name = 'x' AND l.LabelId < 3
----
Compute
  - Columns: Title
  Cross Apply (Outer: $outer0)
    Distributed Union
      Compute
        - Columns: LabelId
        Table Scan (Table: Labels)
          - Seek Condition: (LabelId < 3)
          - Residual Condition: Name = 'x'
    Back Join (Table: Albums)
      Index Scan (Index: AlbumsByLabel)
        - Seek Condition: (LabelId = $outer0.LabelId)
        - Residual Condition: LabelId < 3

SELECT a.Title, l.Name FROM Albums AS a JOIN Labels AS l ON a.LabelId = l.LabelId
----
Compute
  - Columns: Title, Name
  Hash Join (Join type: Inner)
    - Condition: (LabelId = LabelId)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)

## The smaller side is built, whichever is written first.
SELECT a.Title, l.Name FROM Labels AS l JOIN Albums AS a ON a.LabelId = l.LabelId
----
Compute
  - Columns: Title, Name
  Hash Join (Join type: Inner)
    - Condition: (LabelId = LabelId)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)

## A filter on padded rows makes an outer join inner; IS NULL does not.
SELECT s.SingerId FROM Singers AS s LEFT JOIN Labels AS l ON l.LabelId = s.SingerId WHERE l.Name = 'x'
----
Compute
  - Columns: SingerId
  Cross Apply (Outer: $outer0)
    Distributed Union
      Compute
        - Columns: LabelId
        Table Scan (Table: Labels, Full scan: true)
          - Residual Condition: Name = 'x'
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = $outer0.LabelId)

SELECT s.SingerId FROM Singers AS s LEFT JOIN Labels AS l ON l.LabelId = s.SingerId WHERE l.Name IS NULL
----
Compute
  - Columns: SingerId
  Filter
    - Condition: Name IS NULL
    Merge Join (Join type: Left)
      - Condition: (SingerId = LabelId)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)
      Distributed Union
        Table Scan (Table: Labels, Full scan: true)

SELECT s.SingerId FROM Singers AS s FULL JOIN Labels AS l ON l.LabelId = s.SingerId
----
Compute
  - Columns: SingerId
  Hash Join (Join type: Full)
    - Condition: (SingerId = LabelId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)

SELECT s.SingerId FROM Singers AS s FULL JOIN Labels AS l ON l.LabelId = s.SingerId WHERE l.Name = 'x'
----
Compute
  - Columns: SingerId
  Outer Apply (Outer: $outer0)
    Distributed Union
      Compute
        - Columns: LabelId
        Table Scan (Table: Labels, Full scan: true)
          - Residual Condition: Name = 'x'
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = $outer0.LabelId)

## Conditions go to where they can be decided; a condition in ON stays with its join.
SELECT s.SingerId FROM Singers AS s LEFT JOIN Labels AS l ON l.LabelId = s.SingerId AND l.Name = 'x' AND s.Country = 'ch'
----
Compute
  - Columns: SingerId
  Merge Join (Join type: Left)
    - Condition: (SingerId = LabelId)
    - Residual Condition: Country = 'ch'
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Compute
        - Columns: LabelId
        Table Scan (Table: Labels, Full scan: true)
          - Residual Condition: Name = 'x'

SELECT s.SingerId FROM Singers AS s, Labels AS l WHERE s.Country = 'ch' AND l.Name > s.LastName
----
Compute
  - Columns: SingerId
  Loop Join (Join type: Inner)
    - Condition: Name > LastName
    Distributed Union
      Compute
        - Columns: SingerId, LastName
        Table Scan (Table: Singers, Full scan: true)
          - Residual Condition: Country = 'ch'
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)

SELECT l.Name, m.Name FROM Labels AS l CROSS JOIN Labels AS m
----
Loop Join (Join type: Inner)
  Distributed Union
    Table Scan (Table: Labels, Full scan: true)
  Distributed Union
    Table Scan (Table: Labels, Full scan: true)

## Equal floating point numbers are found by hash and checked again.
SELECT p.Id FROM Prices AS p JOIN Prices AS q ON p.Price = q.Price
----
Compute
  - Columns: Id
  Hash Join (Join type: Inner)
    - Condition: (Price = Price)
    - Residual Condition: Price = Price
    Distributed Union
      Table Scan (Table: Prices, Full scan: true)
    Distributed Union
      Table Scan (Table: Prices, Full scan: true)

## What an OR says about one side is checked there first.
SELECT s.SingerId FROM Singers AS s JOIN Labels AS l ON l.LabelId = s.SingerId
WHERE (s.Country = 'ch' AND l.Name = 'a') OR (s.Country = 'de' AND l.Name = 'b')
----
Compute
  - Columns: SingerId
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)
        - Residual Condition: (Name = 'a') OR (Name = 'b')
    Table Scan (Table: Singers)
      - Seek Condition: (SingerId = $outer0.LabelId)
      - Residual Condition: ((Country = 'ch') OR (Country = 'de')) AND (((Country = 'ch') AND ($outer0.Name = 'a')) OR ((Country = 'de') AND ($outer0.Name = 'b')))

## Equalities reach all columns that are equal.
SELECT a.Title FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId JOIN Labels AS l ON l.LabelId = a.SingerId WHERE l.LabelId = 7
----
Compute
  - Columns: Title
  Merge Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Albums)
        - Seek Condition: (SingerId = 7)
    Merge Join (Join type: Inner)
      - Condition: (SingerId = LabelId)
      Table Scan (Table: Singers)
        - Seek Condition: (SingerId = 7)
      Table Scan (Table: Labels)
        - Seek Condition: (LabelId = 7)

## Hints.
SELECT s.LastName, a.Title FROM Singers AS s JOIN@{JOIN_METHOD=HASH_JOIN} Albums AS a ON a.SingerId = s.SingerId
----
Compute
  - Columns: LastName, Title
  Hash Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

SELECT s.LastName, a.Title FROM Singers AS s JOIN@{JOIN_METHOD=APPLY_JOIN} Albums AS a ON a.SingerId = s.SingerId
----
Compute
  - Columns: LastName, Title
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Table Scan (Table: Albums)
      - Seek Condition: (SingerId = $outer0.SingerId)

SELECT a.Title, l.Name FROM Albums AS a JOIN@{JOIN_METHOD=MERGE_JOIN} Labels AS l ON a.LabelId = l.LabelId
----
Compute
  - Columns: Title, Name
  Merge Join (Join type: Inner)
    - Condition: (LabelId = LabelId)
    Distributed Union
      Compute
        - Columns: LabelId, Title
        Back Join (Table: Albums)
          Index Scan (Index: AlbumsByLabel, Full scan: true)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)

@{FORCE_JOIN_ORDER=TRUE} SELECT a.Title, l.Name FROM Labels AS l JOIN Albums AS a ON a.LabelId = l.LabelId
----
Compute
  - Columns: Title, Name
  Hash Join (Join type: Inner)
    - Condition: (LabelId = LabelId)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)

## Order and grouping pass through joins that keep the left order.
SELECT s.SingerId, a.Title FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId ORDER BY s.SingerId LIMIT 3
----
Limit (Limit: 3)
  Compute
    - Columns: SingerId, Title
    Merge Join (Join type: Inner)
      - Condition: (SingerId = SingerId)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)
      Distributed Union
        Table Scan (Table: Albums, Full scan: true)

SELECT s.SingerId, COUNT(*) FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId GROUP BY s.SingerId
----
Aggregate (Iterator type: Hash)
  - Key: SingerId
  - Agg: COUNT_STAR()
  Compute
    - Columns: SingerId
    Hash Join (Join type: Inner)
      - Condition: (SingerId = SingerId)
      Distributed Union
        Index Scan (Index: AlbumsByLabel, Full scan: true)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)

## Arrays of each row.
SELECT p.Id, t FROM Prices AS p, UNNEST(p.Tags) AS t WHERE p.Id = 3 AND t = 'x'
----
Compute
  - Columns: Id, t
  Filter
    - Condition: t = 'x'
    Array Unnest
      - Array: Tags
      Table Scan (Table: Prices)
        - Seek Condition: (Id = 3)

SELECT p.Id, t, o FROM Prices AS p LEFT JOIN UNNEST(p.Tags) AS t WITH OFFSET AS o
----
Compute
  - Columns: Id, t, o
  Outer Array Unnest
    - Array: Tags
    Distributed Union
      Table Scan (Table: Prices, Full scan: true)

## Union below a join; a derived table.
SELECT l.Name FROM Labels AS l JOIN (SELECT LabelId FROM Albums UNION ALL SELECT Id FROM Prices) AS u ON u.LabelId = l.LabelId
----
Compute
  - Columns: Name
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Labels, Full scan: true)
    Union All
      Index Scan (Index: AlbumsByLabel)
        - Seek Condition: (LabelId = $outer0.LabelId)
      Table Scan (Table: Prices)
        - Seek Condition: (Id = $outer0.LabelId)

SELECT l.Name, c.n FROM Labels AS l JOIN (SELECT LabelId, COUNT(*) AS n FROM Albums GROUP BY LabelId) AS c ON c.LabelId = l.LabelId WHERE l.LabelId = 5
----
Compute
  - Columns: Name, count
  Merge Join (Join type: Inner)
    - Condition: (LabelId = LabelId)
    Table Scan (Table: Labels)
      - Seek Condition: (LabelId = 5)
    Aggregate (Iterator type: Stream)
      - Key: LabelId
      - Agg: COUNT_STAR()
      Index Scan (Index: AlbumsByLabel)
        - Seek Condition: (LabelId = 5)

## More relations than are searched exhaustively are joined greedily.
SELECT a.Name FROM Labels AS a JOIN Labels AS b ON b.LabelId = a.LabelId + 1 JOIN Labels AS c ON c.LabelId = b.LabelId + 1
JOIN Labels AS d ON d.LabelId = c.LabelId + 1 JOIN Labels AS e ON e.LabelId = d.LabelId + 1 JOIN Labels AS f ON f.LabelId = e.LabelId + 1
JOIN Labels AS g ON g.LabelId = f.LabelId + 1 JOIN Labels AS h ON h.LabelId = g.LabelId + 1 JOIN Labels AS i ON i.LabelId = h.LabelId + 1
JOIN Labels AS j ON j.LabelId = i.LabelId + 1 JOIN Labels AS k ON k.LabelId = j.LabelId + 1 LEFT JOIN Labels AS l ON l.LabelId = k.LabelId + 1
----
Compute
  - Columns: Name
  Hash Join (Join type: Inner)
    - Condition: ($2 = LabelId)
    Compute
      - Columns: Name, LabelId, LabelId + 1
      Hash Join (Join type: Inner)
        - Condition: ($2 = LabelId)
        Compute
          - Columns: Name, LabelId, LabelId + 1
          Hash Join (Join type: Inner)
            - Condition: ($2 = LabelId)
            Compute
              - Columns: Name, LabelId, LabelId + 1
              Hash Join (Join type: Inner)
                - Condition: ($2 = LabelId)
                Distributed Union
                  Compute
                    - Columns: LabelId, Name, LabelId + 1
                    Table Scan (Table: Labels, Full scan: true)
                Distributed Union
                  Table Scan (Table: Labels, Full scan: true)
            Compute
              - Columns: LabelId, LabelId
              Hash Join (Join type: Inner)
                - Condition: ($1 = LabelId)
                Distributed Union
                  Compute
                    - Columns: LabelId, LabelId + 1
                    Table Scan (Table: Labels, Full scan: true)
                Distributed Union
                  Table Scan (Table: Labels, Full scan: true)
        Compute
          - Columns: LabelId, LabelId
          Hash Join (Join type: Inner)
            - Condition: ($2 = LabelId)
            Compute
              - Columns: LabelId, LabelId, LabelId + 1
              Hash Join (Join type: Inner)
                - Condition: ($1 = LabelId)
                Distributed Union
                  Compute
                    - Columns: LabelId, LabelId + 1
                    Table Scan (Table: Labels, Full scan: true)
                Distributed Union
                  Table Scan (Table: Labels, Full scan: true)
            Compute
              - Columns: LabelId, LabelId
              Hash Join (Join type: Inner)
                - Condition: ($1 = LabelId)
                Distributed Union
                  Compute
                    - Columns: LabelId, LabelId + 1
                    Table Scan (Table: Labels, Full scan: true)
                Distributed Union
                  Table Scan (Table: Labels, Full scan: true)
    Compute
      - Columns: LabelId
      Hash Join (Join type: Inner)
        - Condition: ($2 = LabelId)
        Compute
          - Columns: LabelId, LabelId, LabelId + 1
          Hash Join (Join type: Inner)
            - Condition: ($1 = LabelId)
            Distributed Union
              Compute
                - Columns: LabelId, LabelId + 1
                Table Scan (Table: Labels, Full scan: true)
            Distributed Union
              Table Scan (Table: Labels, Full scan: true)
        Compute
          - Columns: LabelId
          Hash Join (Join type: Left)
            - Condition: ($1 = LabelId)
            Distributed Union
              Compute
                - Columns: LabelId, LabelId + 1
                Table Scan (Table: Labels, Full scan: true)
            Distributed Union
              Table Scan (Table: Labels, Full scan: true)

## JOIN_TYPE is the older name of JOIN_METHOD.
SELECT s.LastName, a.Title FROM Singers AS s JOIN@{JOIN_TYPE=HASH_JOIN} Albums AS a ON a.SingerId = s.SingerId
----
Compute
  - Columns: LastName, Title
  Hash Join (Join type: Inner)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)

@{JOIN_TYPE=APPLY_JOIN} SELECT s.LastName, a.Title FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId
----
Compute
  - Columns: LastName, Title
  Cross Apply (Outer: $outer0)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Table Scan (Table: Albums)
      - Seek Condition: (SingerId = $outer0.SingerId)

SELECT s.LastName FROM Singers AS s JOIN@{JOIN_METHOD=HASH_JOIN, JOIN_TYPE=APPLY_JOIN} Albums AS a ON a.SingerId = s.SingerId
----
error INVALID_ARGUMENT: Multiple values for hint: JOIN_TYPE [at 1:66]

SELECT s.SingerId, COUNT(*) FROM Singers AS s JOIN Albums AS a ON a.SingerId = s.SingerId GROUP BY s.SingerId
----
Aggregate (Iterator type: Hash)
  - Key: SingerId
  - Agg: COUNT_STAR()
  Compute
    - Columns: SingerId
    Hash Join (Join type: Inner)
      - Condition: (SingerId = SingerId)
      Distributed Union
        Index Scan (Index: AlbumsByLabel, Full scan: true)
      Distributed Union
        Table Scan (Table: Singers, Full scan: true)

## Interleaved rows in key order, for semi and anti joins too.
SELECT s.LastName FROM Singers AS s WHERE EXISTS (SELECT 1 FROM Albums AS a WHERE a.SingerId = s.SingerId AND a.LabelId = 3)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Semi)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Index Scan (Index: AlbumsByLabel)
      - Seek Condition: (LabelId = 3)

SELECT s.LastName FROM Singers AS s WHERE NOT EXISTS (SELECT 1 FROM Albums AS a WHERE a.SingerId = s.SingerId)
----
Compute
  - Columns: LastName
  Merge Join (Join type: Anti)
    - Condition: (SingerId = SingerId)
    Distributed Union
      Table Scan (Table: Singers, Full scan: true)
    Distributed Union
      Table Scan (Table: Albums, Full scan: true)
