-- Counts of devices at each half hour, kept for three days: the overview compares with the day before.
create table fleet_counts (
  counted_at timestamptz primary key,
  online integer not null check (online >= 0),
  expiring integer not null check (expiring >= 0)
);
