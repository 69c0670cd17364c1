## Statements that write.

CREATE SEQUENCE Numbers OPTIONS (sequence_kind = 'bit_reversed_positive')

CREATE TABLE Accounts (
  Id INT64 NOT NULL,
  Owner STRING(50) NOT NULL,
  Balance INT64 NOT NULL DEFAULT (0),
  Twice INT64 AS (Balance * 2) STORED,
  Changed TIMESTAMP OPTIONS (allow_commit_timestamp = true)
) PRIMARY KEY (Id)

CREATE INDEX AccountsByOwner ON Accounts (Owner)

INSERT INTO Accounts (Id, Owner) VALUES (1, 'a'), (2, @o)
----
Apply Mutations (Operation: Insert, Table: Accounts, Columns: [Id, Owner])
  Generate Relation (Rows: 2)

INSERT OR UPDATE INTO Accounts (Id, Owner, Changed) VALUES (1, 'a', PENDING_COMMIT_TIMESTAMP())
----
Apply Mutations (Operation: Insert, Table: Accounts, Columns: [Id, Owner, Changed], On conflict: UPDATE)
  Generate Relation (Rows: 1)

INSERT INTO Accounts (Id, Owner, Balance) SELECT Id + 1000, Owner, Balance FROM Accounts WHERE Balance > 0 THEN RETURN Id, Twice
----
Apply Mutations (Operation: Insert, Table: Accounts, Columns: [Id, Owner, Balance], Returning: 2)
  Distributed Union
    Compute
      - Columns: Id + 1000, Owner, Balance
      Table Scan (Table: Accounts, Full scan: true)
        - Residual Condition: Balance > 0

INSERT INTO Accounts (Id, Owner) VALUES ((SELECT MAX(Id) FROM Accounts), 'x')
----
Apply Mutations (Operation: Insert, Table: Accounts, Columns: [Id, Owner])
  Compute
    - Columns: max, 'x'
    Loop Join (Join type: Inner)
      Unit Relation
      Aggregate (Scalar aggregate: true)
        - Agg: MAX(Id)
        Distributed Union
          Index Scan (Index: AccountsByOwner, Full scan: true)

UPDATE Accounts SET Balance = Balance + @d WHERE Id = @id
----
Apply Mutations (Operation: Update, Table: Accounts, Columns: [Balance])
  Compute
    - Columns: Id, Owner, Balance, Twice, Changed, Balance + @p1
    Table Scan (Table: Accounts, Lock: Exclusive)
      - Seek Condition: (Id = @p2)

UPDATE Accounts SET Balance = 0 WHERE Owner = 'a' THEN RETURN Balance
----
Apply Mutations (Operation: Update, Table: Accounts, Columns: [Balance], Returning: 1)
  Compute
    - Columns: Id, Owner, Balance, Twice, Changed, 0
    Back Join (Table: Accounts, Lock: Exclusive)
      Index Scan (Index: AccountsByOwner, Lock: Exclusive)
        - Seek Condition: (Owner = 'a')

UPDATE Accounts SET Balance = (SELECT SUM(b.Balance) FROM Accounts AS b) WHERE TRUE
----
Apply Mutations (Operation: Update, Table: Accounts, Columns: [Balance])
  Compute
    - Columns: Id, Owner, Balance, Twice, Changed, sum
    Loop Join (Join type: Inner)
      Table Scan (Table: Accounts, Full scan: true, Lock: Exclusive)
      Aggregate (Scalar aggregate: true)
        - Agg: SUM(Balance)
        Distributed Union
          Table Scan (Table: Accounts, Full scan: true)

DELETE FROM Accounts WHERE Id = 1
----
Apply Mutations (Operation: Delete, Table: Accounts)
  Table Scan (Table: Accounts, Lock: Exclusive)
    - Seek Condition: (Id = 1)

DELETE FROM Accounts WHERE Id IN (SELECT b.Balance FROM Accounts AS b)
----
Apply Mutations (Operation: Delete, Table: Accounts)
  Hash Join (Join type: Semi)
    - Condition: (Id = Balance)
    Table Scan (Table: Accounts, Full scan: true, Lock: Exclusive)
    Distributed Union
      Table Scan (Table: Accounts, Full scan: true)

DELETE FROM Accounts WHERE TRUE
----
Apply Mutations (Operation: Delete, Table: Accounts)
  Table Scan (Table: Accounts, Full scan: true, Lock: Exclusive)
