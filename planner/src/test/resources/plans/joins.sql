## joins
