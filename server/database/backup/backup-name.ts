/** The file names of backups sort by time. */
export const BACKUP_FILE = /^postfolio-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz(\.age)?$/;
export const backupName = (at: Date, encrypted: boolean) =>
  `postfolio-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${encrypted ? '.age' : ''}`;

/** The name of an incomplete backup. */
export const PART_FILE = /^postfolio-.{1,60}\.part$/;
