-- The channels on which the limited key that wrote a version may publish; null: none.
alter table item_versions add column key_channels bigint[];
