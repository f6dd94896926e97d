import type { Channel } from '#contract/publishing/channels.ts';
import { useMediaLink } from '#web/features/media/files/media-queries.ts';
import { Avatar, type AvatarSize } from '#web/ui/Avatar.tsx';

type Props = { account: Pick<Channel, 'name' | 'picture'>; size: AvatarSize };

/** The picture of an account, from this server, or the initials of its name. */
export function AccountPicture({ account: { name, picture }, size }: Props) {
  const link = useMediaLink(picture !== null);
  const address = picture === null ? undefined : link(`channels/${picture}`, '.webp');
  return <Avatar name={name} size={size} picture={address} />;
}
