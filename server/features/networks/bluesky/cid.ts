import type { CID } from 'multiformats/cid';

/** The id of a record: of its bytes in DAG-CBOR. Blobs in it are links. */
export async function cidOf(record: object): Promise<string> {
  const [dagCbor, { CID }, { sha256 }] = await Promise.all([
    import('@ipld/dag-cbor'),
    import('multiformats/cid'),
    import('multiformats/hashes/sha2'),
  ]);
  const linked = withLinks(record, (id) => CID.parse(id));
  const digest = await sha256.digest(dagCbor.encode(linked));
  return CID.createV1(dagCbor.code, digest).toString();
}

/** JSON of AT Protocol with `{ $link }` in place of each id, as DAG-CBOR encodes it. */
function withLinks(value: unknown, parse: (id: string) => CID): unknown {
  if (Array.isArray(value)) return value.map((element) => withLinks(element, parse));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === '$link') return parse(String(entries[0][1]));
  return Object.fromEntries(entries.map(([key, member]) => [key, withLinks(member, parse)]));
}
