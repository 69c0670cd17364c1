## PostgreSQL's rules: NULLs last, NaN equal to itself.

CREATE TABLE items (
  id bigint PRIMARY KEY,
  name varchar,
  price double precision,
  shop bigint
)

CREATE INDEX items_by_price ON items (price)

CREATE TABLE shops (id bigint PRIMARY KEY, name text)

rows items 100000, shops 1000

SELECT id FROM items WHERE price = $1
----
Index Scan (Index: items_by_price)
  - Seek Condition: (price = @p1)

SELECT id FROM items ORDER BY price LIMIT 2
----
Compute
  - Columns: id
  Index Scan (Index: items_by_price, Full scan: true, Limit: 2)

SELECT id FROM items ORDER BY price NULLS FIRST LIMIT 2
----
Compute
  - Columns: id
  Sort Limit (Limit: 2)
    - Key: price ASC
    Distributed Union
      Index Scan (Index: items_by_price, Full scan: true)

SELECT id FROM items ORDER BY price DESC LIMIT 2
----
Compute
  - Columns: id
  Index Scan (Index: items_by_price, Full scan: true, Direction: Reverse, Limit: 2)

SELECT i.name FROM items i JOIN shops s ON s.id = i.shop WHERE s.name = 'x'
----
Compute
  - Columns: name
  Hash Join (Join type: Inner)
    - Condition: (shop = id)
    Distributed Union
      Table Scan (Table: items, Full scan: true)
    Distributed Union
      Compute
        - Columns: id
        Table Scan (Table: shops, Full scan: true)
          - Residual Condition: name = 'x'

SELECT id FROM items WHERE price IN (SELECT price FROM items WHERE shop = 3)
----
Compute
  - Columns: id
  Hash Join (Join type: Semi)
    - Condition: (price = price)
    Distributed Union
      Index Scan (Index: items_by_price, Full scan: true)
    Distributed Union
      Compute
        - Columns: price
        Table Scan (Table: items, Full scan: true)
          - Residual Condition: shop = 3

/*@ JOIN_METHOD=MERGE_JOIN */ SELECT i.name FROM items i JOIN shops s ON s.id = i.shop
----
Compute
  - Columns: name
  Merge Join (Join type: Inner)
    - Condition: (shop = id)
    Sort
      - Key: shop ASC
      Distributed Union
        Table Scan (Table: items, Full scan: true)
    Distributed Union
      Table Scan (Table: shops, Full scan: true)

INSERT INTO items (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = excluded.name
----
Apply Mutations (Operation: Insert, Table: items, Columns: [id, name], On conflict: UPDATE)
  Generate Relation (Rows: 1)

UPDATE items SET price = price * 2 WHERE id = $1 RETURNING price
----
Apply Mutations (Operation: Update, Table: items, Columns: [price], Returning: 1)
  Compute
    - Columns: id, name, price, shop, price * 2.0
    Table Scan (Table: items, Lock: Exclusive)
      - Seek Condition: (id = @p1)

/*@ FORCE_JOIN_ORDER=TRUE, JOIN_METHOD=HASH_JOIN */ SELECT s.name FROM shops s JOIN items i ON s.id = i.shop
----
Compute
  - Columns: name
  Hash Join (Join type: Inner)
    - Condition: (id = shop)
    Distributed Union
      Table Scan (Table: shops, Full scan: true)
    Distributed Union
      Table Scan (Table: items, Full scan: true)

SELECT name FROM items /*@ FORCE_INDEX=items_by_price */ WHERE price > 3 AND shop = 1
----
Distributed Union
  Compute
    - Columns: name
    Back Join (Table: items)
      - Residual Condition: shop = 1
      Index Scan (Index: items_by_price)
        - Seek Condition: (price > 3.0)

SELECT s.name FROM shops s WHERE s.id NOT IN (SELECT shop FROM items WHERE shop IS NOT NULL)
----
Compute
  - Columns: name
  Hash Join (Join type: Anti Null Aware)
    - Condition: (id = shop)
    Distributed Union
      Table Scan (Table: shops, Full scan: true)
    Distributed Union
      Table Scan (Table: items, Full scan: true)
        - Residual Condition: shop IS NOT NULL

SELECT shop, sum(price) FROM items GROUP BY shop ORDER BY 2 DESC LIMIT 3
----
Sort Limit (Limit: 3)
  - Key: sum DESC NULLS FIRST
  Aggregate (Iterator type: Hash)
    - Key: shop
    - Agg: SUM(price)
    Distributed Union
      Compute
        - Columns: shop, price
        Table Scan (Table: items, Full scan: true)
