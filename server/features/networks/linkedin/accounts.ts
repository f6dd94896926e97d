import { z } from 'zod';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, WebAddress } from '../adapter.ts';
import { type LinkedInApi, Urn } from './client.ts';

/** The accounts of LinkedIn: people, and pages where the application may. */

const MAX_PAGES = 50;

const Me = z.object({ sub: z.string(), name: z.string().catch(''), picture: WebAddress });
/** The same person, as an application of pages reads it. */
const MeOfPages = z.object({
  id: z.string(),
  localizedFirstName: z.string().catch(''),
  localizedLastName: z.string().catch(''),
});
const Organization = z.object({
  localizedName: z.string().catch(''),
  vanityName: z.string().optional().catch(undefined),
  logoV2: z.object({ original: Urn }).optional().catch(undefined),
});
/** The picture of a person in several sizes, the smallest first, as an application of pages reads it. */
const PICTURE = '(profilePicture(displayImage~:playableStreams))';
const PictureOfPages = z.object({
  profilePicture: z.object({
    'displayImage~': z.object({
      elements: z.tuple(
        [z.object({ identifiers: z.tuple([z.object({ identifier: WebAddress })], z.unknown()) })],
        z.unknown(),
      ),
    }),
  }),
});
const Logo = z.object({ downloadUrl: WebAddress });
const Roles = z.object({ elements: z.array(z.object({ organization: Urn })) });

/** @param given `pages`: whether the application may publish on pages */
export async function readPerson(
  api: LinkedInApi,
  { pages }: { pages: boolean },
): Promise<Account> {
  if (pages) {
    const me = api.parse(MeOfPages, await api.call('/v2/me'));
    const called = `${me.localizedFirstName} ${me.localizedLastName}`.trim();
    return personOf(me.id, called || me.id, await pictureOfPerson(api), {});
  }
  const me = api.parse(Me, await api.call('/v2/userinfo'));
  // Comments need the application of pages.
  return personOf(me.sub, me.name || me.sub, me.picture, { choices: { comment: [] } });
}

const personOf = (
  id: string,
  called: string,
  picture: string | null,
  limits: Account['limits'],
): Account => ({
  remoteId: `urn:li:person:${id}`,
  server: '',
  handle: displayName(called) || id,
  name: displayName(called) || id,
  url: null,
  picture,
  limits,
});

/** An account is connected without its picture where that cannot be read. */
async function pictureOfPerson(api: LinkedInApi): Promise<string | null> {
  const response = await api.call('/v2/me', { params: { projection: PICTURE } }).catch(() => null);
  const { data } = PictureOfPages.safeParse(response?.body);
  return data?.profilePicture['displayImage~'].elements[0].identifiers[0].identifier ?? null;
}

async function logoOf(urn: string | undefined, api: LinkedInApi): Promise<string | null> {
  // The same file, by its new name and by its old one.
  const image = urn?.replace('urn:li:digitalmediaAsset:', 'urn:li:image:');
  if (!image) return null;
  const response = await api.call(`/rest/images/${encodeURIComponent(image)}`).catch(() => null);
  return Logo.safeParse(response?.body).data?.downloadUrl ?? null;
}

export async function readOrganization(urn: string, api: LinkedInApi): Promise<Account> {
  const id = urn.split(':').at(-1) ?? '';
  const response = await api.call(`/rest/organizations/${encodeURIComponent(id)}`);
  const { localizedName, vanityName, logoV2 } = api.parse(Organization, response);
  return {
    remoteId: urn,
    server: '',
    handle: displayName(localizedName) || id,
    name: displayName(localizedName) || id,
    url: `https://www.linkedin.com/company/${encodeURIComponent(vanityName ?? id)}/`,
    picture: await logoOf(logoV2?.original, api),
    limits: { choices: { visibility: ['PUBLIC'] } },
  };
}

/** The pages that the person may publish on. */
export async function readPages(api: LinkedInApi): Promise<Account[]> {
  const accounts = new Map<string, Account>();
  for (const role of ['ADMINISTRATOR', 'CONTENT_ADMIN']) {
    const params = { q: 'roleAssignee', role, state: 'APPROVED' };
    const response = await api.call('/rest/organizationAcls', { params });
    for (const { organization } of api.parse(Roles, response).elements.slice(0, MAX_PAGES))
      if (!accounts.has(organization))
        accounts.set(organization, await readOrganization(organization, api));
  }
  return [...accounts.values()];
}
