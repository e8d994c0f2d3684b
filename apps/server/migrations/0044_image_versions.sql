-- Image that a phone runs; empty for the first one of its line. The images are the setting that the constant
-- `imageVersionInfoKey` names, the oldest of each line first.
alter table devices add column image_version text not null default '' check (length(image_version) <= 32);

insert into settings (key, value, updated_at) values ('image_version_info', '[
  {"line": "10/B", "version": "B-1.0", "sizeBytes": 1288490188, "notes": ["首个版本"]},
  {"line": "10/B", "version": "B-1.1", "sizeBytes": 404750336,
   "notes": ["后台应用更稳定，不易被系统关闭", "修复部分应用横屏时画面偏移", "更新系统安全补丁"]},
  {"line": "10/H", "version": "H-1.0", "sizeBytes": 1503238553, "notes": ["首个版本"]},
  {"line": "10/H", "version": "H-1.1", "sizeBytes": 450887680,
   "notes": ["应用启动更快", "修复剪贴板偶尔不同步", "更新系统安全补丁"]}
]', now()) on conflict do nothing;
