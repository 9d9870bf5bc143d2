ALTER TABLE notebook ADD COLUMN line text;
