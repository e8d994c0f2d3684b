-- What clients report about their use, and the lists that they show.

-- Days of the two raw tables below: made ahead and at need, dropped whole by age. Apart, so that what comes and goes by
-- itself never stands among the tables of the product.
create schema log_days;

-- As it came in. Nothing but the order of arrival is looked up here: a small index of blocks serves that.
create table usage_logs (
  logged_at timestamptz not null,
  user_id bigint not null,
  log_id text not null,
  client text not null,
  version text not null,
  terminal_type text not null,
  accessing_pages text not null,
  exit_mark smallint not null check (exit_mark in (0, 1)),
  -- What the specification does not name, as JSON text.
  more text check (length(more) <= 2048)
) partition by range (logged_at);

create index usage_logs_time on usage_logs using brin (logged_at);

-- What is kept when the raw rows are gone. Everything outside the known values counts as `other`, so that no client can
-- make it grow.
create table usage_hours (
  hour timestamptz not null,
  client text not null,
  version text not null,
  terminal_type text not null,
  page text not null,
  sessions bigint not null check (sessions >= 0),
  users bigint not null check (users >= 0),
  logs bigint not null check (logs > 0),
  exits bigint not null check (exits >= 0),
  primary key (hour, client, version, terminal_type, page)
);

-- Hours that are summed up; written together with the sums.
create table usage_rollups (
  hour timestamptz primary key,
  logs bigint not null check (logs >= 0)
);

-- Pages that were shown, and errors of clients: by nobody in particular.
create table page_logs (
  logged_at timestamptz not null,
  event text not null check (event in ('view', 'error')),
  page text not null,
  client text not null,
  version text not null,
  terminal_type text not null,
  channel text not null,
  -- Of an error: see below.
  fingerprint text
) partition by range (logged_at);

create index page_logs_time on page_logs using brin (logged_at);

-- The same error of any number of clients is one row.
create table client_errors (
  fingerprint text primary key check (length(fingerprint) between 1 and 64),
  message text not null check (length(message) <= 500),
  stack text not null check (length(stack) <= 2000),
  page text not null,
  client text not null,
  first_version text not null,
  last_version text not null,
  times bigint not null check (times > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);

create index client_errors_recent on client_errors (last_seen_at desc, fingerprint);

-- Lists that clients show by name. What stands in rows of others by value keeps its meaning: entries are added, never
-- given another one's value.
create table dictionary_entries (
  category text not null check (category ~ '^[a-zA-Z]{1,32}$'),
  value text not null check (length(value) between 1 and 64),
  name text not null check (length(name) between 1 and 64),
  -- The value of the entry of the list above that it belongs to; empty where there is none.
  parent text not null default '' check (length(parent) <= 64),
  note text not null default '' check (length(note) <= 64),
  position integer not null,
  primary key (category, value)
);

insert into dictionary_entries (category, position, value, name, parent) values
  ('industry', 1, '1', '游戏', ''),
  ('industry', 2, '2', '电商', ''),
  ('industry', 3, '3', '新媒体', ''),
  ('industry', 4, '4', '软件', ''),
  ('industry', 5, '5', '企业办公', ''),
  ('industry', 6, '6', '其他', ''),
  ('worktype', 1, '101', '手游托管', '1'),
  ('worktype', 2, '102', '游戏工作室', '1'),
  ('worktype', 3, '103', '游戏主播', '1'),
  ('worktype', 4, '104', '游戏发行', '1'),
  ('worktype', 5, '201', '店铺运营', '2'),
  ('worktype', 6, '202', '直播带货', '2'),
  ('worktype', 7, '203', '客服', '2'),
  ('worktype', 8, '204', '选品测评', '2'),
  ('worktype', 9, '301', '短视频运营', '3'),
  ('worktype', 10, '302', '图文运营', '3'),
  ('worktype', 11, '303', '矩阵账号', '3'),
  ('worktype', 12, '304', '投放推广', '3'),
  ('worktype', 13, '401', '应用开发', '4'),
  ('worktype', 14, '402', '应用测试', '4'),
  ('worktype', 15, '403', '自动化', '4'),
  ('worktype', 16, '404', '技术支持', '4'),
  ('worktype', 17, '501', '移动办公', '5'),
  ('worktype', 18, '502', '市场销售', '5'),
  ('worktype', 19, '503', '员工培训', '5'),
  ('worktype', 20, '504', '数据采集', '5'),
  ('worktype', 21, '601', '学生', '6'),
  ('worktype', 22, '602', '自由职业', '6'),
  ('worktype', 23, '603', '个人使用', '6');

insert into dictionary_entries (category, position, value, name, note) values
  ('deviceStatus', 1, 'creating', '创建中', '正在准备，通常几分钟内可用'),
  ('deviceStatus', 2, 'running', '运行中', '可以进入使用'),
  ('deviceStatus', 3, 'stopped', '已关机', '开机后可以使用'),
  ('deviceStatus', 4, 'rebooting', '重启中', '正在重启，数据不受影响'),
  ('deviceStatus', 5, 'cleaning', '清理中', '正在清理，完成后可以使用'),
  ('deviceStatus', 6, 'backingUp', '备份中', '正在备份，完成前请勿操作设备'),
  ('deviceStatus', 7, 'restoring', '恢复中', '正在恢复备份，完成后可以使用'),
  ('deviceStatus', 8, 'replacing', '更换中', '正在更换设备，旧设备保留到更换完成'),
  ('deviceStatus', 9, 'changingZone', '更换区域中', '正在更换区域，旧设备保留到更换完成'),
  ('deviceStatus', 10, 'changingConfiguration', '变更配置中', '正在变更配置，数据不受影响'),
  ('deviceStatus', 11, 'updating', '更新中', '正在更新系统，数据会保留'),
  ('deviceStatus', 12, 'expired', '已到期', '数据保留 2 小时，续费后可以继续使用'),
  ('deviceStatus', 13, 'released', '已释放', '设备已收回，数据已清除'),
  ('deviceStatus', 14, 'faulty', '离线', '暂时连接不上，正在修复');

-- Keys by which approval processes and the image list are known to whoever runs them.
insert into dictionary_entries (category, position, value, name) values
  ('constant', 1, 'image_version_info', 'imageVersionInfoKey'),
  ('processDefinition', 1, 'personal_verification', 'personalVerification'),
  ('processDefinition', 2, 'company_verification', 'companyVerification');
