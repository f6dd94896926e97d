-- What a workspace pays for figures of networks that charge for reading (docs/domain.md, 'Figures'), in thousandths
-- of a dollar.

-- Without a row, nothing that costs money is read.
create table reading_budgets (
  workspace_id bigint primary key references workspaces on delete cascade,
  monthly_limit integer not null check (monthly_limit between 1 and 10000000)
);

-- A month in UTC. Each call reserves its price before it is made.
create table reading_costs (
  workspace_id bigint not null references workspaces on delete cascade,
  month date not null,
  spent integer not null check (spent >= 0),
  -- The limit was reached, or the network asked for payment: nothing more is read in this month.
  stopped_at timestamptz,
  primary key (workspace_id, month)
);
