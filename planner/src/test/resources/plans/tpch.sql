## TPC-H at scale 1: tables as the benchmark makes them.

CREATE TABLE region (
  r_regionkey INT64 NOT NULL,
  r_name STRING(25) NOT NULL,
  r_comment STRING(152) NOT NULL
) PRIMARY KEY (r_regionkey)

CREATE TABLE nation (
  n_nationkey INT64 NOT NULL,
  n_name STRING(25) NOT NULL,
  n_regionkey INT64 NOT NULL,
  n_comment STRING(152) NOT NULL
) PRIMARY KEY (n_nationkey)

CREATE TABLE supplier (
  s_suppkey INT64 NOT NULL,
  s_name STRING(25) NOT NULL,
  s_address STRING(40) NOT NULL,
  s_nationkey INT64 NOT NULL,
  s_phone STRING(15) NOT NULL,
  s_acctbal NUMERIC NOT NULL,
  s_comment STRING(101) NOT NULL
) PRIMARY KEY (s_suppkey)

CREATE TABLE part (
  p_partkey INT64 NOT NULL,
  p_name STRING(55) NOT NULL,
  p_mfgr STRING(25) NOT NULL,
  p_brand STRING(10) NOT NULL,
  p_type STRING(25) NOT NULL,
  p_size INT64 NOT NULL,
  p_container STRING(10) NOT NULL,
  p_retailprice NUMERIC NOT NULL,
  p_comment STRING(23) NOT NULL
) PRIMARY KEY (p_partkey)

CREATE TABLE partsupp (
  ps_partkey INT64 NOT NULL,
  ps_suppkey INT64 NOT NULL,
  ps_availqty INT64 NOT NULL,
  ps_supplycost NUMERIC NOT NULL,
  ps_comment STRING(199) NOT NULL
) PRIMARY KEY (ps_partkey, ps_suppkey)

CREATE TABLE customer (
  c_custkey INT64 NOT NULL,
  c_name STRING(25) NOT NULL,
  c_address STRING(40) NOT NULL,
  c_nationkey INT64 NOT NULL,
  c_phone STRING(15) NOT NULL,
  c_acctbal NUMERIC NOT NULL,
  c_mktsegment STRING(10) NOT NULL,
  c_comment STRING(117) NOT NULL
) PRIMARY KEY (c_custkey)

CREATE TABLE orders (
  o_orderkey INT64 NOT NULL,
  o_custkey INT64 NOT NULL,
  o_orderstatus STRING(1) NOT NULL,
  o_totalprice NUMERIC NOT NULL,
  o_orderdate DATE NOT NULL,
  o_orderpriority STRING(15) NOT NULL,
  o_clerk STRING(15) NOT NULL,
  o_shippriority INT64 NOT NULL,
  o_comment STRING(79) NOT NULL
) PRIMARY KEY (o_orderkey)

CREATE TABLE lineitem (
  l_orderkey INT64 NOT NULL,
  l_partkey INT64 NOT NULL,
  l_suppkey INT64 NOT NULL,
  l_linenumber INT64 NOT NULL,
  l_quantity NUMERIC NOT NULL,
  l_extendedprice NUMERIC NOT NULL,
  l_discount NUMERIC NOT NULL,
  l_tax NUMERIC NOT NULL,
  l_returnflag STRING(1) NOT NULL,
  l_linestatus STRING(1) NOT NULL,
  l_shipdate DATE NOT NULL,
  l_commitdate DATE NOT NULL,
  l_receiptdate DATE NOT NULL,
  l_shipinstruct STRING(25) NOT NULL,
  l_shipmode STRING(10) NOT NULL,
  l_comment STRING(44) NOT NULL
) PRIMARY KEY (l_orderkey, l_linenumber)

interleave partsupp part, lineitem orders

CREATE INDEX i_s_nationkey ON supplier (s_nationkey)

CREATE INDEX i_ps_suppkey ON partsupp (ps_suppkey)

CREATE INDEX i_c_nationkey ON customer (c_nationkey)

CREATE INDEX i_o_custkey ON orders (o_custkey)

CREATE INDEX i_l_partkey_2 ON lineitem (l_partkey, l_suppkey)

CREATE INDEX i_l_suppkey ON lineitem (l_suppkey)

rows region 5, nation 25, supplier 10000, part 200000, partsupp 800000, customer 150000, orders 1500000, lineitem 6001215

values nation.n_name 25, region.r_name 5, part.p_type 150, part.p_size 50, part.p_brand 25, part.p_container 40, customer.c_mktsegment 5, customer.c_nationkey 25, supplier.s_nationkey 25, orders.o_orderstatus 3, orders.o_custkey 100000, orders.o_orderdate 2406, orders.o_orderpriority 5, lineitem.l_orderkey 1500000, lineitem.l_partkey 200000, lineitem.l_suppkey 10000, lineitem.l_returnflag 3, lineitem.l_linestatus 2, lineitem.l_shipmode 7, lineitem.l_shipinstruct 4, partsupp.ps_partkey 200000, partsupp.ps_suppkey 10000

## Q1
SELECT l_returnflag, l_linestatus, SUM(l_quantity) AS sum_qty,
  SUM(l_extendedprice) AS sum_base_price,
  SUM(l_extendedprice * (1 - l_discount)) AS sum_disc_price,
  SUM(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge,
  AVG(l_quantity) AS avg_qty, AVG(l_extendedprice) AS avg_price, AVG(l_discount) AS avg_disc,
  COUNT(*) AS count_order
FROM lineitem WHERE l_shipdate <= DATE '1998-09-02'
GROUP BY l_returnflag, l_linestatus
ORDER BY l_returnflag, l_linestatus
----
Sort
  - Key: l_returnflag ASC, l_linestatus ASC
  Aggregate (Iterator type: Hash)
    - Key: l_returnflag, l_linestatus
    - Agg: SUM(l_quantity), SUM(l_extendedprice), SUM($4), SUM($5), AVG(l_quantity), AVG(l_extendedprice), AVG(l_discount), COUNT_STAR()
    Distributed Union
      Compute
        - Columns: l_returnflag, l_linestatus, l_quantity, l_extendedprice, l_extendedprice * (1 - l_discount), (l_extendedprice * (1 - l_discount)) * (1 + l_tax), l_discount
        Table Scan (Table: lineitem, Full scan: true)
          - Residual Condition: l_shipdate <= DATE '1998-09-02'

## Q2
SELECT s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
FROM part, supplier, partsupp, nation, region
WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND p_size = 15 AND p_type LIKE '%BRASS'
  AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey AND r_name = 'EUROPE'
  AND ps_supplycost = (
    SELECT MIN(ps_supplycost) FROM partsupp, supplier, nation, region
    WHERE p_partkey = ps_partkey AND s_suppkey = ps_suppkey AND s_nationkey = n_nationkey
      AND n_regionkey = r_regionkey AND r_name = 'EUROPE')
ORDER BY s_acctbal DESC, n_name, s_name, p_partkey LIMIT 100
----
Compute
  - Columns: s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
  Sort Limit (Limit: 100)
    - Key: s_acctbal DESC, n_name ASC, s_name ASC, p_partkey ASC
    Compute
      - Columns: p_partkey, p_mfgr, s_name, s_address, s_phone, s_acctbal, s_comment, n_name
      Hash Join (Join type: Inner)
        - Condition: (s_nationkey = n_nationkey)
        Compute
          - Columns: p_partkey, p_mfgr, s_name, s_address, s_nationkey, s_phone, s_acctbal, s_comment
          Cross Apply (Outer: $outer0)
            Compute
              - Columns: p_partkey, p_mfgr, ps_suppkey
              Cross Apply (Outer: $outer0)
                Cross Apply (Outer: $outer0)
                  Distributed Union
                    Compute
                      - Columns: p_partkey, p_mfgr
                      Table Scan (Table: part, Full scan: true)
                        - Residual Condition: (p_size = 15) AND (p_type LIKE '%BRASS')
                  Aggregate (Iterator type: Hash)
                    - Key: ps_partkey
                    - Agg: MIN(ps_supplycost)
                    Compute
                      - Columns: ps_partkey, ps_supplycost
                      Hash Join (Join type: Inner)
                        - Condition: (n_nationkey = s_nationkey) AND (n_regionkey = r_regionkey)
                        Table Scan (Table: nation, Full scan: true)
                        Compute
                          - Columns: ps_partkey, ps_supplycost, r_regionkey, s_nationkey
                          Cross Apply (Outer: $outer1)
                            Loop Join (Join type: Inner)
                              Table Scan (Table: partsupp)
                                - Seek Condition: (ps_partkey = $outer0.p_partkey)
                              Compute
                                - Columns: r_regionkey
                                Table Scan (Table: region, Full scan: true)
                                  - Residual Condition: r_name = 'EUROPE'
                            Table Scan (Table: supplier)
                              - Seek Condition: (s_suppkey = $outer1.ps_suppkey)
                Table Scan (Table: partsupp)
                  - Seek Condition: (ps_partkey = $outer0.p_partkey)
                  - Residual Condition: $outer0.min = ps_supplycost
            Table Scan (Table: supplier)
              - Seek Condition: (s_suppkey = $outer0.ps_suppkey)
        Compute
          - Columns: n_nationkey, n_name
          Hash Join (Join type: Inner)
            - Condition: (n_regionkey = r_regionkey)
            Distributed Union
              Table Scan (Table: nation, Full scan: true)
            Distributed Union
              Compute
                - Columns: r_regionkey
                Table Scan (Table: region, Full scan: true)
                  - Residual Condition: r_name = 'EUROPE'

## Q3
SELECT l_orderkey, SUM(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority
FROM customer, orders, lineitem
WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
  AND o_orderdate < DATE '1995-03-15' AND l_shipdate > DATE '1995-03-15'
GROUP BY l_orderkey, o_orderdate, o_shippriority
ORDER BY revenue DESC, o_orderdate LIMIT 10
----
Compute
  - Columns: l_orderkey, sum, o_orderdate, o_shippriority
  Sort Limit (Limit: 10)
    - Key: sum DESC, o_orderdate ASC
    Aggregate (Iterator type: Hash)
      - Key: l_orderkey, o_orderdate, o_shippriority
      - Agg: SUM($3)
      Compute
        - Columns: l_orderkey, o_orderdate, o_shippriority, l_extendedprice * (1 - l_discount)
        Cross Apply (Outer: $outer0)
          Compute
            - Columns: o_orderkey, o_orderdate, o_shippriority
            Cross Apply (Outer: $outer0)
              Distributed Union
                Compute
                  - Columns: c_custkey
                  Table Scan (Table: customer, Full scan: true)
                    - Residual Condition: c_mktsegment = 'BUILDING'
              Back Join (Table: orders)
                - Residual Condition: o_orderdate < DATE '1995-03-15'
                Index Scan (Index: i_o_custkey)
                  - Seek Condition: (o_custkey = $outer0.c_custkey)
          Table Scan (Table: lineitem)
            - Seek Condition: (l_orderkey = $outer0.o_orderkey)
            - Residual Condition: l_shipdate > DATE '1995-03-15'

## Q4
SELECT o_orderpriority, COUNT(*) AS order_count FROM orders
WHERE o_orderdate >= DATE '1993-07-01' AND o_orderdate < DATE '1993-10-01' AND EXISTS (
  SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)
GROUP BY o_orderpriority ORDER BY o_orderpriority
----
Sort
  - Key: o_orderpriority ASC
  Aggregate (Iterator type: Hash)
    - Key: o_orderpriority
    - Agg: COUNT_STAR()
    Compute
      - Columns: o_orderpriority
      Semi Apply (Outer: $outer0)
        Distributed Union
          Compute
            - Columns: o_orderkey, o_orderpriority
            Table Scan (Table: orders, Full scan: true)
              - Residual Condition: (o_orderdate >= DATE '1993-07-01') AND (o_orderdate < DATE '1993-10-01')
        Table Scan (Table: lineitem)
          - Seek Condition: (l_orderkey = $outer0.o_orderkey)
          - Residual Condition: l_commitdate < l_receiptdate

## Q5
SELECT n_name, SUM(l_extendedprice * (1 - l_discount)) AS revenue
FROM customer, orders, lineitem, supplier, nation, region
WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND l_suppkey = s_suppkey
  AND c_nationkey = s_nationkey AND s_nationkey = n_nationkey AND n_regionkey = r_regionkey
  AND r_name = 'ASIA' AND o_orderdate >= DATE '1994-01-01' AND o_orderdate < DATE '1995-01-01'
GROUP BY n_name ORDER BY revenue DESC
----
Sort
  - Key: revenue DESC
  Aggregate (Iterator type: Hash)
    - Key: n_name
    - Agg: SUM($1)
    Compute
      - Columns: n_name, l_extendedprice * (1 - l_discount)
      Hash Join (Join type: Inner)
        - Condition: (l_suppkey = s_suppkey) AND (c_nationkey = s_nationkey)
        Compute
          - Columns: n_nationkey, n_name, c_nationkey, l_suppkey, l_extendedprice, l_discount
          Cross Apply (Outer: $outer0)
            Compute
              - Columns: n_nationkey, n_name, c_nationkey, o_orderkey
              Cross Apply (Outer: $outer0)
                Cross Apply (Outer: $outer0)
                  Compute
                    - Columns: n_nationkey, n_name
                    Hash Join (Join type: Inner)
                      - Condition: (n_regionkey = r_regionkey)
                      Distributed Union
                        Table Scan (Table: nation, Full scan: true)
                      Distributed Union
                        Compute
                          - Columns: r_regionkey
                          Table Scan (Table: region, Full scan: true)
                            - Residual Condition: r_name = 'ASIA'
                  Index Scan (Index: i_c_nationkey)
                    - Seek Condition: (c_nationkey = $outer0.n_nationkey)
                Back Join (Table: orders)
                  - Residual Condition: (o_orderdate >= DATE '1994-01-01') AND (o_orderdate < DATE '1995-01-01')
                  Index Scan (Index: i_o_custkey)
                    - Seek Condition: (o_custkey = $outer0.c_custkey)
            Table Scan (Table: lineitem)
              - Seek Condition: (l_orderkey = $outer0.o_orderkey)
        Distributed Union
          Index Scan (Index: i_s_nationkey, Full scan: true)

## Q6
SELECT SUM(l_extendedprice * l_discount) AS revenue FROM lineitem
WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07
  AND l_quantity < 24
----
Aggregate (Scalar aggregate: true)
  - Agg: SUM($0)
  Distributed Union
    Compute
      - Columns: l_extendedprice * l_discount
      Table Scan (Table: lineitem, Full scan: true)
        - Residual Condition: (l_shipdate >= DATE '1994-01-01') AND (l_shipdate < DATE '1995-01-01') AND (l_discount >= 0.050000000) AND (l_discount <= 0.070000000) AND (l_quantity < 24)

## Q7
SELECT supp_nation, cust_nation, l_year, SUM(volume) AS revenue FROM (
  SELECT n1.n_name AS supp_nation, n2.n_name AS cust_nation, EXTRACT(YEAR FROM l_shipdate) AS l_year,
    l_extendedprice * (1 - l_discount) AS volume
  FROM supplier, lineitem, orders, customer, nation n1, nation n2
  WHERE s_suppkey = l_suppkey AND o_orderkey = l_orderkey AND c_custkey = o_custkey
    AND s_nationkey = n1.n_nationkey AND c_nationkey = n2.n_nationkey
    AND ((n1.n_name = 'FRANCE' AND n2.n_name = 'GERMANY')
      OR (n1.n_name = 'GERMANY' AND n2.n_name = 'FRANCE'))
    AND l_shipdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31') shipping
GROUP BY supp_nation, cust_nation, l_year
ORDER BY supp_nation, cust_nation, l_year
----
Sort
  - Key: supp_nation ASC, cust_nation ASC, l_year ASC
  Aggregate (Iterator type: Hash)
    - Key: supp_nation, cust_nation, l_year
    - Agg: SUM(volume)
    Compute
      - Columns: n_name, n_name, EXTRACT_YEAR(l_shipdate), l_extendedprice * (1 - l_discount)
      Hash Join (Join type: Inner)
        - Condition: (l_suppkey = s_suppkey) AND (n_nationkey = s_nationkey)
        Compute
          - Columns: n_nationkey, n_name, n_name, l_suppkey, l_extendedprice, l_discount, l_shipdate
          Cross Apply (Outer: $outer0)
            Compute
              - Columns: n_nationkey, n_name, n_name, o_orderkey
              Cross Apply (Outer: $outer0)
                Compute
                  - Columns: n_nationkey, n_name, n_name, c_custkey
                  Cross Apply (Outer: $outer0)
                    Loop Join (Join type: Inner)
                      - Condition: ((n_name = 'FRANCE') AND (n_name = 'GERMANY')) OR ((n_name = 'GERMANY') AND (n_name = 'FRANCE'))
                      Distributed Union
                        Table Scan (Table: nation, Full scan: true)
                          - Residual Condition: (n_name = 'FRANCE') OR (n_name = 'GERMANY')
                      Distributed Union
                        Table Scan (Table: nation, Full scan: true)
                          - Residual Condition: (n_name = 'GERMANY') OR (n_name = 'FRANCE')
                    Index Scan (Index: i_c_nationkey)
                      - Seek Condition: (c_nationkey = $outer0.n_nationkey)
                Index Scan (Index: i_o_custkey)
                  - Seek Condition: (o_custkey = $outer0.c_custkey)
            Table Scan (Table: lineitem)
              - Seek Condition: (l_orderkey = $outer0.o_orderkey)
              - Residual Condition: (l_shipdate >= DATE '1995-01-01') AND (l_shipdate <= DATE '1996-12-31')
        Distributed Union
          Index Scan (Index: i_s_nationkey, Full scan: true)

## Q8
SELECT o_year, SUM(CASE WHEN nat = 'BRAZIL' THEN volume ELSE 0 END) / SUM(volume) AS mkt_share
FROM (
  SELECT EXTRACT(YEAR FROM o_orderdate) AS o_year, l_extendedprice * (1 - l_discount) AS volume, n2.n_name AS nat
  FROM part, supplier, lineitem, orders, customer, nation n1, nation n2, region
  WHERE p_partkey = l_partkey AND s_suppkey = l_suppkey AND l_orderkey = o_orderkey
    AND o_custkey = c_custkey AND c_nationkey = n1.n_nationkey
    AND n1.n_regionkey = r_regionkey AND r_name = 'AMERICA' AND s_nationkey = n2.n_nationkey
    AND o_orderdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31' AND p_type = 'ECONOMY ANODIZED STEEL') all_nations
GROUP BY o_year ORDER BY o_year
----
Sort
  - Key: o_year ASC
  Compute
    - Columns: o_year, sum / sum_0
    Aggregate (Iterator type: Hash)
      - Key: o_year
      - Agg: SUM($1), SUM(volume)
      Compute
        - Columns: EXTRACT_YEAR(o_orderdate), CASE WHEN n_name = 'BRAZIL' THEN l_extendedprice * (1 - l_discount) ELSE 0 END, l_extendedprice * (1 - l_discount)
        Hash Join (Join type: Inner)
          - Condition: (s_nationkey = n_nationkey)
          Compute
            - Columns: s_nationkey, l_extendedprice, l_discount, o_orderdate
            Hash Join (Join type: Inner)
              - Condition: (s_suppkey = l_suppkey)
              Distributed Union
                Index Scan (Index: i_s_nationkey, Full scan: true)
              Compute
                - Columns: l_suppkey, l_extendedprice, l_discount, o_orderdate
                Hash Join (Join type: Inner)
                  - Condition: (c_custkey = o_custkey)
                  Compute
                    - Columns: c_custkey
                    Cross Apply (Outer: $outer0)
                      Compute
                        - Columns: n_nationkey
                        Hash Join (Join type: Inner)
                          - Condition: (n_regionkey = r_regionkey)
                          Distributed Union
                            Table Scan (Table: nation, Full scan: true)
                          Distributed Union
                            Compute
                              - Columns: r_regionkey
                              Table Scan (Table: region, Full scan: true)
                                - Residual Condition: r_name = 'AMERICA'
                      Index Scan (Index: i_c_nationkey)
                        - Seek Condition: (c_nationkey = $outer0.n_nationkey)
                  Compute
                    - Columns: l_suppkey, l_extendedprice, l_discount, o_custkey, o_orderdate
                    Cross Apply (Outer: $outer0)
                      Compute
                        - Columns: l_orderkey, l_suppkey, l_extendedprice, l_discount
                        Cross Apply (Outer: $outer0)
                          Distributed Union
                            Compute
                              - Columns: p_partkey
                              Table Scan (Table: part, Full scan: true)
                                - Residual Condition: p_type = 'ECONOMY ANODIZED STEEL'
                          Back Join (Table: lineitem)
                            Index Scan (Index: i_l_partkey_2)
                              - Seek Condition: (l_partkey = $outer0.p_partkey)
                      Table Scan (Table: orders)
                        - Seek Condition: (o_orderkey = $outer0.l_orderkey)
                        - Residual Condition: (o_orderdate >= DATE '1995-01-01') AND (o_orderdate <= DATE '1996-12-31')
          Distributed Union
            Table Scan (Table: nation, Full scan: true)

## Q9
SELECT nat, o_year, SUM(amount) AS sum_profit FROM (
  SELECT n_name AS nat, EXTRACT(YEAR FROM o_orderdate) AS o_year,
    l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity AS amount
  FROM part, supplier, lineitem, partsupp, orders, nation
  WHERE s_suppkey = l_suppkey AND ps_suppkey = l_suppkey AND ps_partkey = l_partkey
    AND p_partkey = l_partkey AND o_orderkey = l_orderkey AND s_nationkey = n_nationkey
    AND p_name LIKE '%green%') profit
GROUP BY nat, o_year ORDER BY nat, o_year DESC
----
Sort
  - Key: nat ASC, o_year DESC
  Aggregate (Iterator type: Hash)
    - Key: nat, o_year
    - Agg: SUM(amount)
    Compute
      - Columns: n_name, EXTRACT_YEAR(o_orderdate), (l_extendedprice * (1 - l_discount)) - (ps_supplycost * l_quantity)
      Hash Join (Join type: Inner)
        - Condition: (o_orderkey = l_orderkey)
        Distributed Union
          Table Scan (Table: orders, Full scan: true)
        Compute
          - Columns: l_orderkey, l_quantity, l_extendedprice, l_discount, ps_supplycost, n_name
          Hash Join (Join type: Inner)
            - Condition: (l_suppkey = s_suppkey)
            Compute
              - Columns: l_orderkey, l_suppkey, l_quantity, l_extendedprice, l_discount, ps_suppkey, ps_supplycost
              Merge Join (Join type: Inner)
                - Condition: (p_partkey = ps_partkey) AND (l_suppkey = ps_suppkey)
                Compute
                  - Columns: p_partkey, l_orderkey, l_partkey, l_suppkey, l_quantity, l_extendedprice, l_discount
                  Cross Apply (Outer: $outer0)
                    Distributed Union
                      Compute
                        - Columns: p_partkey
                        Table Scan (Table: part, Full scan: true)
                          - Residual Condition: p_name LIKE '%green%'
                    Back Join (Table: lineitem)
                      Index Scan (Index: i_l_partkey_2)
                        - Seek Condition: (l_partkey = $outer0.p_partkey)
                Distributed Union
                  Table Scan (Table: partsupp, Full scan: true)
            Compute
              - Columns: s_suppkey, n_name
              Merge Join (Join type: Inner)
                - Condition: (s_nationkey = n_nationkey)
                Distributed Union
                  Index Scan (Index: i_s_nationkey, Full scan: true)
                Distributed Union
                  Table Scan (Table: nation, Full scan: true)

## Q10
SELECT c_custkey, c_name, SUM(l_extendedprice * (1 - l_discount)) AS revenue, c_acctbal, n_name,
  c_address, c_phone, c_comment
FROM customer, orders, lineitem, nation
WHERE c_custkey = o_custkey AND l_orderkey = o_orderkey AND o_orderdate >= DATE '1993-10-01'
  AND o_orderdate < DATE '1994-01-01' AND l_returnflag = 'R' AND c_nationkey = n_nationkey
GROUP BY c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment
ORDER BY revenue DESC LIMIT 20
----
Compute
  - Columns: c_custkey, c_name, sum, c_acctbal, n_name, c_address, c_phone, c_comment
  Sort Limit (Limit: 20)
    - Key: sum DESC
    Aggregate (Iterator type: Hash)
      - Key: c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment
      - Agg: SUM($7)
      Compute
        - Columns: c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment, l_extendedprice * (1 - l_discount)
        Hash Join (Join type: Inner)
          - Condition: (o_custkey = c_custkey)
          Compute
            - Columns: o_custkey, l_extendedprice, l_discount
            Cross Apply (Outer: $outer0)
              Distributed Union
                Compute
                  - Columns: o_orderkey, o_custkey
                  Table Scan (Table: orders, Full scan: true)
                    - Residual Condition: (o_orderdate >= DATE '1993-10-01') AND (o_orderdate < DATE '1994-01-01')
              Table Scan (Table: lineitem)
                - Seek Condition: (l_orderkey = $outer0.o_orderkey)
                - Residual Condition: l_returnflag = 'R'
          Compute
            - Columns: c_custkey, c_name, c_address, c_phone, c_acctbal, c_comment, n_name
            Hash Join (Join type: Inner)
              - Condition: (c_nationkey = n_nationkey)
              Distributed Union
                Table Scan (Table: customer, Full scan: true)
              Distributed Union
                Table Scan (Table: nation, Full scan: true)

## Q11
SELECT ps_partkey, SUM(ps_supplycost * ps_availqty) AS val FROM partsupp, supplier, nation
WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY'
GROUP BY ps_partkey
HAVING SUM(ps_supplycost * ps_availqty) > (
  SELECT SUM(ps_supplycost * ps_availqty) * 0.0001 FROM partsupp, supplier, nation
  WHERE ps_suppkey = s_suppkey AND s_nationkey = n_nationkey AND n_name = 'GERMANY')
ORDER BY val DESC
----
Sort
  - Key: val DESC
  Compute
    - Columns: ps_partkey, sum
    Loop Join (Join type: Inner)
      - Condition: sum > $2
      Aggregate (Iterator type: Hash)
        - Key: ps_partkey
        - Agg: SUM($1)
        Compute
          - Columns: ps_partkey, ps_supplycost * CAST(ps_availqty AS NUMERIC)
          Cross Apply (Outer: $outer0)
            Compute
              - Columns: s_suppkey
              Cross Apply (Outer: $outer0)
                Distributed Union
                  Compute
                    - Columns: n_nationkey
                    Table Scan (Table: nation, Full scan: true)
                      - Residual Condition: n_name = 'GERMANY'
                Index Scan (Index: i_s_nationkey)
                  - Seek Condition: (s_nationkey = $outer0.n_nationkey)
            Back Join (Table: partsupp)
              Index Scan (Index: i_ps_suppkey)
                - Seek Condition: (ps_suppkey = $outer0.s_suppkey)
      Compute
        - Columns: sum * 0.000100000
        Aggregate (Scalar aggregate: true)
          - Agg: SUM($0)
          Compute
            - Columns: ps_supplycost * CAST(ps_availqty AS NUMERIC)
            Cross Apply (Outer: $outer0)
              Compute
                - Columns: s_suppkey
                Cross Apply (Outer: $outer0)
                  Distributed Union
                    Compute
                      - Columns: n_nationkey
                      Table Scan (Table: nation, Full scan: true)
                        - Residual Condition: n_name = 'GERMANY'
                  Index Scan (Index: i_s_nationkey)
                    - Seek Condition: (s_nationkey = $outer0.n_nationkey)
              Back Join (Table: partsupp)
                Index Scan (Index: i_ps_suppkey)
                  - Seek Condition: (ps_suppkey = $outer0.s_suppkey)

## Q12
SELECT l_shipmode,
  SUM(CASE WHEN o_orderpriority = '1-URGENT' OR o_orderpriority = '2-HIGH' THEN 1 ELSE 0 END)
    AS high_line_count,
  SUM(CASE WHEN o_orderpriority <> '1-URGENT' AND o_orderpriority <> '2-HIGH' THEN 1 ELSE 0 END)
    AS low_line_count
FROM orders, lineitem
WHERE o_orderkey = l_orderkey AND l_shipmode IN ('MAIL', 'SHIP')
  AND l_commitdate < l_receiptdate AND l_shipdate < l_commitdate
  AND l_receiptdate >= DATE '1994-01-01' AND l_receiptdate < DATE '1995-01-01'
GROUP BY l_shipmode ORDER BY l_shipmode
----
Sort
  - Key: l_shipmode ASC
  Aggregate (Iterator type: Hash)
    - Key: l_shipmode
    - Agg: SUM($1), SUM($2)
    Compute
      - Columns: l_shipmode, CASE WHEN (o_orderpriority = '1-URGENT') OR (o_orderpriority = '2-HIGH') THEN 1 ELSE 0 END, CASE WHEN (o_orderpriority <> '1-URGENT') AND (o_orderpriority <> '2-HIGH') THEN 1 ELSE 0 END
      Cross Apply (Outer: $outer0)
        Distributed Union
          Compute
            - Columns: l_orderkey, l_shipmode
            Table Scan (Table: lineitem, Full scan: true)
              - Residual Condition: (l_shipmode IN ('MAIL', 'SHIP')) AND (l_commitdate < l_receiptdate) AND (l_shipdate < l_commitdate) AND (l_receiptdate >= DATE '1994-01-01') AND (l_receiptdate < DATE '1995-01-01')
        Table Scan (Table: orders)
          - Seek Condition: (o_orderkey = $outer0.l_orderkey)

## Q13
SELECT c_count, COUNT(*) AS custdist FROM (
  SELECT c_custkey, COUNT(o_orderkey) AS c_count
  FROM customer LEFT OUTER JOIN orders
    ON c_custkey = o_custkey AND o_comment NOT LIKE '%special%requests%'
  GROUP BY c_custkey) c_orders
GROUP BY c_count ORDER BY custdist DESC, c_count DESC
----
Sort
  - Key: custdist DESC, c_count DESC
  Aggregate (Iterator type: Hash)
    - Key: count
    - Agg: COUNT_STAR()
    Aggregate (Iterator type: Hash)
      - Key: c_custkey
      - Agg: COUNT(o_orderkey)
      Compute
        - Columns: c_custkey, o_orderkey
        Hash Join (Join type: Left)
          - Condition: (c_custkey = o_custkey)
          Distributed Union
            Index Scan (Index: i_c_nationkey, Full scan: true)
          Distributed Union
            Compute
              - Columns: o_orderkey, o_custkey
              Table Scan (Table: orders, Full scan: true)
                - Residual Condition: NOT (o_comment LIKE '%special%requests%')

## Q14
SELECT 100.00 * SUM(CASE WHEN p_type LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount)
    ELSE 0 END) / SUM(l_extendedprice * (1 - l_discount)) AS promo_revenue
FROM lineitem, part
WHERE l_partkey = p_partkey AND l_shipdate >= DATE '1995-09-01' AND l_shipdate < DATE '1995-10-01'
----
Compute
  - Columns: (100.000000000 * sum) / sum_0
  Aggregate (Scalar aggregate: true)
    - Agg: SUM($0), SUM($1)
    Compute
      - Columns: CASE WHEN p_type LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount) ELSE 0 END, l_extendedprice * (1 - l_discount)
      Hash Join (Join type: Inner)
        - Condition: (l_partkey = p_partkey)
        Distributed Union
          Compute
            - Columns: l_partkey, l_extendedprice, l_discount
            Table Scan (Table: lineitem, Full scan: true)
              - Residual Condition: (l_shipdate >= DATE '1995-09-01') AND (l_shipdate < DATE '1995-10-01')
        Distributed Union
          Table Scan (Table: part, Full scan: true)

## Q15
WITH revenue AS (SELECT l_suppkey AS supplier_no, SUM(l_extendedprice * (1 - l_discount)) AS total_revenue
FROM lineitem WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-04-01' GROUP BY l_suppkey)
SELECT s_suppkey, s_name, s_address, s_phone, total_revenue FROM supplier, revenue
WHERE s_suppkey = supplier_no AND total_revenue = (SELECT MAX(total_revenue) FROM revenue)
ORDER BY s_suppkey
----
Sort
  - Key: s_suppkey ASC
  Compute
    - Columns: s_suppkey, s_name, s_address, s_phone, sum
    Cross Apply (Outer: $outer0)
      Compute
        - Columns: l_suppkey, sum
        Cross Apply (Outer: $outer0)
          Aggregate (Scalar aggregate: true)
            - Agg: MAX(sum)
            Aggregate (Iterator type: Hash)
              - Key: l_suppkey
              - Agg: SUM($1)
              Distributed Union
                Compute
                  - Columns: l_suppkey, l_extendedprice * (1 - l_discount)
                  Table Scan (Table: lineitem, Full scan: true)
                    - Residual Condition: (l_shipdate >= DATE '1996-01-01') AND (l_shipdate < DATE '1996-04-01')
          Filter
            - Condition: sum = $outer0.max
            Aggregate (Iterator type: Hash)
              - Key: l_suppkey
              - Agg: SUM($1)
              Compute
                - Columns: l_suppkey, l_extendedprice * (1 - l_discount)
                Table Scan (Table: lineitem, Full scan: true)
                  - Residual Condition: (l_shipdate >= DATE '1996-01-01') AND (l_shipdate < DATE '1996-04-01')
      Table Scan (Table: supplier)
        - Seek Condition: (s_suppkey = $outer0.l_suppkey)

## Q16
SELECT p_brand, p_type, p_size, COUNT(DISTINCT ps_suppkey) AS supplier_cnt
FROM partsupp, part
WHERE p_partkey = ps_partkey AND p_brand <> 'Brand#45' AND p_type NOT LIKE 'MEDIUM POLISHED%'
  AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9)
  AND ps_suppkey NOT IN (
    SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')
GROUP BY p_brand, p_type, p_size
ORDER BY supplier_cnt DESC, p_brand, p_type, p_size
----
Sort
  - Key: supplier_cnt DESC, p_brand ASC, p_type ASC, p_size ASC
  Aggregate (Iterator type: Hash)
    - Key: p_brand, p_type, p_size
    - Agg: COUNT(DISTINCT ps_suppkey)
    Hash Join (Join type: Anti)
      - Condition: (ps_suppkey = s_suppkey)
      Compute
        - Columns: ps_suppkey, p_brand, p_type, p_size
        Hash Join (Join type: Inner)
          - Condition: (ps_partkey = p_partkey)
          Distributed Union
            Index Scan (Index: i_ps_suppkey, Full scan: true)
          Distributed Union
            Table Scan (Table: part, Full scan: true)
              - Residual Condition: (p_brand <> 'Brand#45') AND (p_size IN (49, 14, 23, 45, 19, 3, 36, 9)) AND (NOT (p_type LIKE 'MEDIUM POLISHED%'))
      Distributed Union
        Compute
          - Columns: s_suppkey
          Table Scan (Table: supplier, Full scan: true)
            - Residual Condition: s_comment LIKE '%Customer%Complaints%'

## Q17
SELECT SUM(l_extendedprice) / 7.0 AS avg_yearly FROM lineitem, part
WHERE p_partkey = l_partkey AND p_brand = 'Brand#23' AND p_container = 'MED BOX'
  AND l_quantity < (SELECT 0.2 * AVG(l_quantity) FROM lineitem WHERE l_partkey = p_partkey)
----
Compute
  - Columns: sum / 7.000000000
  Aggregate (Scalar aggregate: true)
    - Agg: SUM(l_extendedprice)
    Compute
      - Columns: l_extendedprice
      Cross Apply (Outer: $outer0)
        Cross Apply (Outer: $outer0)
          Distributed Union
            Compute
              - Columns: p_partkey
              Table Scan (Table: part, Full scan: true)
                - Residual Condition: (p_brand = 'Brand#23') AND (p_container = 'MED BOX')
          Aggregate (Iterator type: Stream)
            - Key: l_partkey
            - Agg: AVG(l_quantity)
            Back Join (Table: lineitem)
              Index Scan (Index: i_l_partkey_2)
                - Seek Condition: (l_partkey = $outer0.p_partkey)
        Back Join (Table: lineitem)
          - Residual Condition: l_quantity < (0.200000000 * $outer0.avg)
          Index Scan (Index: i_l_partkey_2)
            - Seek Condition: (l_partkey = $outer0.p_partkey)

## Q18
SELECT c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice, SUM(l_quantity) AS total
FROM customer, orders, lineitem
WHERE o_orderkey IN (
    SELECT l_orderkey FROM lineitem GROUP BY l_orderkey HAVING SUM(l_quantity) > 300)
  AND c_custkey = o_custkey AND o_orderkey = l_orderkey
GROUP BY c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice
ORDER BY o_totalprice DESC, o_orderdate LIMIT 100
----
Sort Limit (Limit: 100)
  - Key: o_totalprice DESC, o_orderdate ASC
  Aggregate (Iterator type: Hash)
    - Key: c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice
    - Agg: SUM(l_quantity)
    Compute
      - Columns: c_custkey, c_name, o_orderkey, o_totalprice, o_orderdate, l_quantity
      Hash Join (Join type: Inner)
        - Condition: (o_custkey = c_custkey)
        Compute
          - Columns: l_quantity, o_orderkey, o_custkey, o_totalprice, o_orderdate
          Merge Join (Join type: Inner)
            - Condition: (l_orderkey = o_orderkey)
            Distributed Union
              Table Scan (Table: lineitem, Full scan: true)
            Merge Join (Join type: Semi)
              - Condition: (o_orderkey = l_orderkey)
              Distributed Union
                Table Scan (Table: orders, Full scan: true)
              Compute
                - Columns: l_orderkey
                Filter
                  - Condition: sum > 300
                  Aggregate (Iterator type: Stream)
                    - Key: l_orderkey
                    - Agg: SUM(l_quantity)
                    Distributed Union
                      Table Scan (Table: lineitem, Full scan: true)
        Distributed Union
          Table Scan (Table: customer, Full scan: true)

## Q19
SELECT SUM(l_extendedprice * (1 - l_discount)) AS revenue FROM lineitem, part
WHERE p_partkey = l_partkey AND l_shipmode IN ('AIR', 'AIR REG')
  AND l_shipinstruct = 'DELIVER IN PERSON' AND (
    (p_brand = 'Brand#12' AND p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG')
      AND l_quantity >= 1 AND l_quantity <= 11 AND p_size BETWEEN 1 AND 5)
    OR (p_brand = 'Brand#23' AND p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK')
      AND l_quantity >= 10 AND l_quantity <= 20 AND p_size BETWEEN 1 AND 10)
    OR (p_brand = 'Brand#34' AND p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')
      AND l_quantity >= 20 AND l_quantity <= 30 AND p_size BETWEEN 1 AND 15))
----
Aggregate (Scalar aggregate: true)
  - Agg: SUM($0)
  Compute
    - Columns: l_extendedprice * (1 - l_discount)
    Cross Apply (Outer: $outer0)
      Distributed Union
        Table Scan (Table: part, Full scan: true)
          - Residual Condition: ((p_brand = 'Brand#12') AND (p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG')) AND (p_size >= 1) AND (p_size <= 5)) OR ((p_brand = 'Brand#23') AND (p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK')) AND (p_size >= 1) AND (p_size <= 10)) OR ((p_brand = 'Brand#34') AND (p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')) AND (p_size >= 1) AND (p_size <= 15))
      Back Join (Table: lineitem)
        - Residual Condition: (((l_quantity >= 1) AND (l_quantity <= 11)) OR ((l_quantity >= 10) AND (l_quantity <= 20)) OR ((l_quantity >= 20) AND (l_quantity <= 30))) AND (l_shipmode IN ('AIR', 'AIR REG')) AND (l_shipinstruct = 'DELIVER IN PERSON') AND ((($outer0.p_brand = 'Brand#12') AND ($outer0.p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG')) AND (l_quantity >= 1) AND (l_quantity <= 11) AND ($outer0.p_size >= 1) AND ($outer0.p_size <= 5)) OR (($outer0.p_brand = 'Brand#23') AND ($outer0.p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK')) AND (l_quantity >= 10) AND (l_quantity <= 20) AND ($outer0.p_size >= 1) AND ($outer0.p_size <= 10)) OR (($outer0.p_brand = 'Brand#34') AND ($outer0.p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')) AND (l_quantity >= 20) AND (l_quantity <= 30) AND ($outer0.p_size >= 1) AND ($outer0.p_size <= 15)))
        Index Scan (Index: i_l_partkey_2)
          - Seek Condition: (l_partkey = $outer0.p_partkey)

## Q20
SELECT s_name, s_address FROM supplier, nation
WHERE s_suppkey IN (
    SELECT ps_suppkey FROM partsupp
    WHERE ps_partkey IN (SELECT p_partkey FROM part WHERE p_name LIKE 'forest%')
      AND ps_availqty > (
        SELECT 0.5 * SUM(l_quantity) FROM lineitem
        WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey
          AND l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'))
  AND s_nationkey = n_nationkey AND n_name = 'CANADA'
ORDER BY s_name
----
Sort
  - Key: s_name ASC
  Compute
    - Columns: s_name, s_address
    Semi Apply (Outer: $outer0)
      Compute
        - Columns: s_suppkey, s_name, s_address
        Cross Apply (Outer: $outer0)
          Distributed Union
            Compute
              - Columns: n_nationkey
              Table Scan (Table: nation, Full scan: true)
                - Residual Condition: n_name = 'CANADA'
          Back Join (Table: supplier)
            Index Scan (Index: i_s_nationkey)
              - Seek Condition: (s_nationkey = $outer0.n_nationkey)
      Compute
        - Columns: ps_suppkey
        Cross Apply (Outer: $outer1)
          - Condition: CAST(ps_availqty AS NUMERIC) > (0.500000000 * sum)
          Semi Apply (Outer: $outer1)
            Back Join (Table: partsupp)
              Index Scan (Index: i_ps_suppkey)
                - Seek Condition: (ps_suppkey = $outer0.s_suppkey)
            Table Scan (Table: part)
              - Seek Condition: (p_partkey = $outer1.ps_partkey)
              - Residual Condition: p_name LIKE 'forest%'
          Filter
            - Condition: l_suppkey = $outer0.s_suppkey
            Aggregate (Iterator type: Stream)
              - Key: l_partkey, l_suppkey
              - Agg: SUM(l_quantity)
              Back Join (Table: lineitem)
                - Residual Condition: (l_shipdate >= DATE '1994-01-01') AND (l_shipdate < DATE '1995-01-01')
                Index Scan (Index: i_l_partkey_2)
                  - Seek Condition: (l_partkey = $outer1.ps_partkey) AND (l_suppkey = $outer1.ps_suppkey)

## Q21
SELECT s_name, COUNT(*) AS numwait FROM supplier, lineitem l1, orders, nation
WHERE s_suppkey = l1.l_suppkey AND o_orderkey = l1.l_orderkey AND o_orderstatus = 'F'
  AND l1.l_receiptdate > l1.l_commitdate
  AND EXISTS (SELECT * FROM lineitem l2
    WHERE l2.l_orderkey = l1.l_orderkey AND l2.l_suppkey <> l1.l_suppkey)
  AND NOT EXISTS (SELECT * FROM lineitem l3
    WHERE l3.l_orderkey = l1.l_orderkey AND l3.l_suppkey <> l1.l_suppkey
      AND l3.l_receiptdate > l3.l_commitdate)
  AND s_nationkey = n_nationkey AND n_name = 'SAUDI ARABIA'
GROUP BY s_name ORDER BY numwait DESC, s_name LIMIT 100
----
Sort Limit (Limit: 100)
  - Key: numwait DESC, s_name ASC
  Aggregate (Iterator type: Hash)
    - Key: s_name
    - Agg: COUNT_STAR()
    Compute
      - Columns: s_name
      Semi Apply (Outer: $outer0)
        Anti-semi Apply (Outer: $outer0)
          Compute
            - Columns: s_name, l_orderkey, l_suppkey
            Cross Apply (Outer: $outer0)
              Compute
                - Columns: s_name, l_orderkey, l_suppkey
                Cross Apply (Outer: $outer0)
                  Compute
                    - Columns: s_suppkey, s_name
                    Cross Apply (Outer: $outer0)
                      Distributed Union
                        Compute
                          - Columns: n_nationkey
                          Table Scan (Table: nation, Full scan: true)
                            - Residual Condition: n_name = 'SAUDI ARABIA'
                      Back Join (Table: supplier)
                        Index Scan (Index: i_s_nationkey)
                          - Seek Condition: (s_nationkey = $outer0.n_nationkey)
                  Back Join (Table: lineitem)
                    - Residual Condition: l_receiptdate > l_commitdate
                    Index Scan (Index: i_l_suppkey)
                      - Seek Condition: (l_suppkey = $outer0.s_suppkey)
              Table Scan (Table: orders)
                - Seek Condition: (o_orderkey = $outer0.l_orderkey)
                - Residual Condition: o_orderstatus = 'F'
          Table Scan (Table: lineitem)
            - Seek Condition: (l_orderkey = $outer0.l_orderkey)
            - Residual Condition: (l_receiptdate > l_commitdate) AND (l_suppkey <> $outer0.l_suppkey)
        Table Scan (Table: lineitem)
          - Seek Condition: (l_orderkey = $outer0.l_orderkey)
          - Residual Condition: l_suppkey <> $outer0.l_suppkey

## Q22
SELECT cntrycode, COUNT(*) AS numcust, SUM(c_acctbal) AS totacctbal FROM (
  SELECT SUBSTR(c_phone, 1, 2) AS cntrycode, c_acctbal FROM customer
  WHERE SUBSTR(c_phone, 1, 2) IN ('13', '31', '23', '29', '30', '18', '17')
    AND c_acctbal > (
      SELECT AVG(c_acctbal) FROM customer WHERE c_acctbal > 0.00
        AND SUBSTR(c_phone, 1, 2) IN ('13', '31', '23', '29', '30', '18', '17'))
    AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey)) custsale
GROUP BY cntrycode ORDER BY cntrycode
----
Sort
  - Key: cntrycode ASC
  Aggregate (Iterator type: Hash)
    - Key: cntrycode
    - Agg: COUNT_STAR(), SUM(c_acctbal)
    Compute
      - Columns: SUBSTR(c_phone, 1, 2), c_acctbal
      Anti-semi Apply (Outer: $outer0)
        Compute
          - Columns: c_custkey, c_phone, c_acctbal
          Loop Join (Join type: Inner)
            - Condition: c_acctbal > avg
            Distributed Union
              Table Scan (Table: customer, Full scan: true)
                - Residual Condition: SUBSTR(c_phone, 1, 2) IN ('13', '31', '23', '29', '30', '18', '17')
            Aggregate (Scalar aggregate: true)
              - Agg: AVG(c_acctbal)
              Distributed Union
                Table Scan (Table: customer, Full scan: true)
                  - Residual Condition: (c_acctbal > 0.000000000) AND (SUBSTR(c_phone, 1, 2) IN ('13', '31', '23', '29', '30', '18', '17'))
        Index Scan (Index: i_o_custkey)
          - Seek Condition: (o_custkey = $outer0.c_custkey)
