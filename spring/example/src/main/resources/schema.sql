CREATE TABLE IF NOT EXISTS customer_order (
    number  int PRIMARY KEY,
    item    text NOT NULL,
    price   numeric NOT NULL,
    receipt text,
    shipped boolean NOT NULL DEFAULT false
);
