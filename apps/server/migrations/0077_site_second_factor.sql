-- Whose accounts of a site must have a second factor, beside those of whom the installation asks it.
alter table site add column second_factor_for text not null default 'nobody'
  check (second_factor_for in ('nobody', 'administrators', 'everybody'));
