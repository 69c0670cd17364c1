## pg
