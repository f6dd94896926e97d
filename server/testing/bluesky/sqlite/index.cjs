const { DatabaseSync } = require('node:sqlite');

/** What kysely uses of better-sqlite3, over the SQLite of Node. */
class Database {
  constructor(path) {
    this.database = new DatabaseSync(path);
  }

  prepare(text) {
    const statement = this.database.prepare(text);
    const reader = statement.columns().length > 0;
    const bind = (values) =>
      (values.length === 1 && Array.isArray(values[0]) ? values[0] : values).map((value) =>
        typeof value === 'boolean' ? Number(value) : value,
      );
    return {
      reader,
      all: (...values) => statement.all(...bind(values)),
      get: (...values) => statement.get(...bind(values)),
      run: (...values) => statement.run(...bind(values)),
      iterate: (...values) => statement.iterate(...bind(values)),
    };
  }

  pragma(text) {
    return this.database.prepare(`pragma ${text}`).all();
  }

  exec(text) {
    this.database.exec(text);
  }

  close() {
    this.database.close();
  }
}

module.exports = Database;
