import { METRICS, type Metric } from '#contract/networks/metrics.ts';

/** What figures mean, in the order of the dialog. */

export type Definition = {
  name: string;
  text: string;
  /** Counted by the networks, each in its own way. */
  metric?: Metric;
};

const COUNTED: Record<Metric, Omit<Definition, 'metric'>> = {
  views: {
    name: 'Views',
    text: 'How often a post was shown or a video was started. Each network counts it in its own way, so a sum says which networks are in it, and views of two networks are never ranked against each other.',
  },
  reach: {
    name: 'Reach',
    text: 'How many accounts saw a post. Some of them follow several channels, so reach is never summed.',
  },
  reactions: { name: 'Reactions', text: 'Likes, and what a network has in their place.' },
  comments: {
    name: 'Comments',
    text: 'Replies and comments. Of a thread, the replies of its own parts aren’t counted.',
  },
  shares: { name: 'Shares', text: 'Reposts, quotes and what else passes a post on.' },
  saves: { name: 'Saves', text: 'Bookmarks, and posts that were saved.' },
  link_clicks: {
    name: 'Link clicks',
    text: 'Clicks on links of a post, as its network counts them.',
  },
  profile_visits: { name: 'Profile visits', text: 'Visits of the profile that began at a post.' },
  follows: { name: 'Follows', text: 'Accounts that followed from a post.' },
  video_views: { name: 'Video views', text: 'Plays of the video of a post.' },
  watch_seconds: { name: 'Watch time', text: 'How long a video was watched, all plays together.' },
};

export const NETWORK_DEFINITIONS: readonly Definition[] = METRICS.map((metric) => ({
  ...COUNTED[metric],
  metric,
}));

export const OWN_DEFINITIONS: readonly Definition[] = [
  {
    name: 'Engagements',
    text: 'Reactions, comments, shares and saves together. All networks with figures count some of them.',
  },
  {
    name: 'Engagement rate',
    text: 'Engagements of posts whose views are counted, divided by these views. With fewer than 50 views there is none.',
  },
  {
    name: 'Followers',
    text: 'Gained less lost in the range, of channels that were read at both ends of it. A day that wasn’t read is a gap.',
  },
  {
    name: 'Usual',
    text: 'The median of the same channel’s posts at the same age, over the 90 days before a post. With fewer than 8 posts there is none.',
  },
  {
    name: 'Unique Visitors',
    text: 'Who followed a short link on a day, programs left out. The same person on another day is another visitor: visitors of several days are their sum.',
  },
  {
    name: 'Avg. Read Time',
    text: 'How long a page of your site was visible and focused, on average over the visits by short links that the script there measured. A visit counts at most 30 minutes.',
  },
  {
    name: 'Conversion Rate',
    text: 'Visits on your site by short links that led to a conversion, divided by all of them. A visit that converts twice counts once, and on the day when it began. The interval holds the true rate nine times out of ten; it is left out where it would be wider than the rate.',
  },
];
