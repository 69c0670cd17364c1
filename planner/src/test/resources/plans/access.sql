## access
