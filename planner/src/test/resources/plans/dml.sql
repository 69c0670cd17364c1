## dml
