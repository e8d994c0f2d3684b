-- Since when the device's phone refuses ADB although its host answers; null once it answers or another takes its place. Such a
-- phone is replaced by a person only: most likely it runs, with its data, and debugging is switched off on it.
alter table devices add column adb_refused_since timestamptz;
