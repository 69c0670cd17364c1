## subqueries
