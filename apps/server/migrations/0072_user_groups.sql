-- Groups of users, which administrators keep, and with which datasets are shared like with users.
create table user_group (
  id integer generated always as identity primary key,
  -- Null: of the installation.
  site_id integer references site on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index user_group_name on user_group (site_id, lower(name)) nulls not distinct;

create table user_group_member (
  group_id integer not null references user_group on delete cascade,
  user_id integer not null references app_user on delete cascade,
  -- Whether a group at the identity provider made the user a member.
  by_provider boolean not null default false,
  primary key (group_id, user_id)
);
create index user_group_member_user on user_group_member (user_id);

create table dataset_group (
  dataset_id integer not null references dataset on delete cascade,
  group_id integer not null references user_group on delete cascade,
  role text not null check (role in ('clinician', 'grader', 'viewer')),
  primary key (dataset_id, group_id)
);
create index dataset_group_group on dataset_group (group_id);

-- Every role that a user has in a dataset: their own, and those of their groups.
create view dataset_role with (security_invoker = true) as
select dataset_id, user_id, role from dataset_member
union all
select dataset_group.dataset_id, user_group_member.user_id, dataset_group.role
from dataset_group
join user_group_member on user_group_member.group_id = dataset_group.group_id;
