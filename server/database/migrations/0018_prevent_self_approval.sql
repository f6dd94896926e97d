-- The name that the API has for it.

alter table workspaces rename column authors_may_not_approve to prevent_self_approval;
