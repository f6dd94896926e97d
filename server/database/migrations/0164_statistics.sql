-- What earlier migrations have filled has no statistics until PostgreSQL looks after a minute: to find the approvals of a post, all
-- those of texts were read.
analyze approvals;
analyze principals;
analyze provenance;
analyze events;
