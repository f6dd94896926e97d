declare module 's3rver' {
  /** A server that speaks the API of S3, with its files in a folder. */
  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
