-- Everybody's number of unread notices is counted at every page.
create index comment_notice_unread on comment_notice (user_id, comment_id desc) where read_at is null;
