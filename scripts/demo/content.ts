/** The texts of the demo: an agency with three clients. */

export const ACCOUNT = { email: 'demo@example.org', name: 'Ada Byron', password: 'Demo-pass-1' };
/** Another member, who approves, and comments. */
export const COLLEAGUE = { ...ACCOUNT, email: 'colleague@example.org', name: 'Grace Hopper' };

export const WORKSPACE = 'Fernhill Studio';
/** How long it has been in use. */
export const AGE_DAYS = 370;

const COFFEE = 'Northwind Coffee';
const YOGA = 'Harbour Yoga';
const BOOKS = 'Brightline Books';

export const folders = [
  { name: COFFEE, description: 'Roastery and two cafés. Tone: plain, warm, no superlatives.' },
  { name: 'Launches', parent: COFFEE },
  { name: 'Brewing tips', parent: COFFEE },
  { name: YOGA, description: 'A studio by the water. Classes, and a retreat in winter.' },
  { name: 'Class notes', parent: YOGA },
  { name: BOOKS, description: 'A bookshop that reads aloud on Saturdays.' },
  { name: 'Author quotes', parent: BOOKS },
] as const;
type Folder = (typeof folders)[number]['name'];

/** The accounts, on the practice network, and the slots of their queues: days of the week and a time. */
export const accounts = [
  { name: 'Northwind Coffee', weekdays: [1, 3, 5], time: '08:30' },
  { name: 'Northwind Roastery', weekdays: [2, 4], time: '12:00' },
  { name: 'Harbour Yoga', weekdays: [1, 2, 3, 4, 5], time: '06:45' },
  { name: 'Brightline Books', weekdays: [4, 6], time: '10:00' },
];

export type Post = {
  folder: Folder;
  text: string;
  tags?: string[];
  /** The names of pictures. */
  pictures?: string[];
};
/** The places of its accounts in the list above. */
export type Sent = Post & { on: number[] };

export const snippets = [
  { name: 'Opening hours', kind: 'text', text: 'Open Monday to Saturday, seven to six.' },
  { name: 'Jo, signed', short_name: 'jo', kind: 'text', text: '— Jo, behind the bar' },
  { name: 'Address, both shops', kind: 'text', text: 'Kleine Freiheit 8 and Lehmweg 40' },
  {
    ...{ name: 'Coffee, English', short_name: 'coffee', kind: 'hashtags', take: 4 },
    hashtags: [
      ...['specialtycoffee', 'coffeeroasters', 'filtercoffee', 'hamburgcoffee'],
      ...['homebarista', 'v60', 'coffeelovers', 'slowcoffee', 'northwindcoffee'],
    ].map((tag) => ({ tag, is_pinned: tag === 'northwindcoffee' })),
  },
];

export const sets = [{ name: 'Northwind, both accounts', on: [0, 1] }];

/** In days from today, and when. */
export const scheduled: (Sent & { day: number; time: string })[] = [
  {
    day: 1,
    time: '09:00',
    on: [0, 1],
    folder: 'Brewing tips',
    text: 'Rinse the filter first.\nIt warms the cup and takes the paper taste away.',
    tags: ['brewing'],
    pictures: ['new-bags.jpg'],
  },
  {
    day: 1,
    time: '17:30',
    on: [2],
    folder: 'Class notes',
    text: 'Slow Sunday flow is back. 75 minutes, candles, no phones.',
    tags: ['classes'],
    pictures: ['morning-class.jpg'],
  },
  {
    day: 2,
    time: '10:00',
    on: [3],
    folder: BOOKS,
    text: 'Saturday at eleven we read aloud. Bring a child or come as one.',
    tags: ['events'],
    pictures: ['window-table.jpg'],
  },
  {
    day: 3,
    time: '09:00',
    on: [0],
    folder: COFFEE,
    text: 'Wholesale list for spring is open. Cafés and offices, write to Jo.',
    tags: ['wholesale'],
  },
  {
    day: 4,
    time: '12:00',
    on: [3],
    folder: 'Author quotes',
    text: '“A room without books is a room with good acoustics.”',
    tags: ['quotes'],
  },
  {
    day: 5,
    time: '08:30',
    on: [2],
    folder: YOGA,
    text: 'New class: breath and back. Tuesdays at seven, starting next month.',
    tags: ['classes'],
  },
  {
    day: 6,
    time: '09:00',
    on: [0, 1],
    folder: 'Brewing tips',
    text: 'Grind a little coarser than you think. Bitter cup? Two clicks coarser. Sour cup? Two clicks finer.',
    tags: ['brewing'],
  },
  {
    day: 7,
    time: '16:30',
    on: [3],
    folder: BOOKS,
    text: 'Ten winters in one paperback. Inger Holt on snow, boats and her father.',
    tags: ['new'],
  },
  {
    day: 8,
    time: '09:00',
    on: [2],
    folder: 'Class notes',
    text: 'Shoulders down, jaw soft. The class note for the first cold week.',
    tags: ['classes'],
  },
  {
    day: 10,
    time: '12:00',
    on: [1],
    folder: COFFEE,
    text: 'We roast on Thursdays now. Orders until Wednesday noon arrive on Saturday.',
  },
  {
    day: 11,
    time: '09:00',
    on: [0],
    folder: 'Launches',
    text: 'Small, blue, and it fits into a pocket. Two weeks to go.',
    tags: ['launch'],
  },
  {
    day: 12,
    time: '10:00',
    on: [3],
    folder: BOOKS,
    text: 'Signed copies of The Salt Road arrive on Friday. We keep one for you until Sunday.',
    tags: ['new'],
    pictures: ['salt-road.jpg'],
  },
  {
    day: 14,
    time: '06:45',
    on: [2],
    folder: YOGA,
    text: 'Winter retreat: five places left. Harbour house, 9 to 11 January.',
    tags: ['retreat'],
    pictures: ['winter-retreat.jpg'],
  },
  {
    day: 15,
    time: '09:00',
    on: [0, 1],
    folder: 'Launches',
    text: 'Ten days to go. Here is the first look.',
    tags: ['launch'],
    pictures: ['plum-harvest.jpg'],
  },
  {
    day: 18,
    time: '09:00',
    on: [0],
    folder: 'Brewing tips',
    text: 'How to store beans: closed, dark, and never in the fridge.',
    tags: ['brewing', 'storage', 'beans', 'home', 'faq'],
  },
  {
    day: 20,
    time: '10:00',
    on: [3],
    folder: 'Author quotes',
    text: '“I write the last sentence first. Then I know where I am going.”',
    tags: ['quotes'],
  },
  {
    day: 22,
    time: '16:30',
    on: [0],
    folder: 'Launches',
    text: 'Three days to go. Ask us anything.',
    tags: ['launch'],
  },
  {
    day: 25,
    time: '09:00',
    on: [0, 1, 3],
    folder: 'Launches',
    text: 'Doors are open.',
    tags: ['launch', 'news'],
  },
  {
    day: 26,
    time: '12:00',
    on: [0],
    folder: 'Launches',
    text: 'The first day in numbers: 412 cups, 9 dogs, one broken grinder.',
    tags: ['launch'],
  },
  {
    day: 29,
    time: '06:45',
    on: [2],
    folder: 'Class notes',
    text: 'After the holidays: twenty minutes, lying down. That counts.',
    tags: ['classes'],
  },
];

/** Drafts that have a day; nothing is sent by it. */
export const planned: (Post & { day: number; time: string })[] = [
  {
    day: 3,
    time: '15:00',
    folder: 'Class notes',
    text: 'What to wear when it is cold: layers, and socks for the end.',
  },
  {
    day: 9,
    time: '10:00',
    folder: BOOKS,
    text: 'What we read this month, in one list.',
    tags: ['lists'],
  },
  {
    day: 13,
    time: '09:00',
    folder: 'Brewing tips',
    text: 'Five questions about water, answered.',
    tags: ['brewing'],
  },
  {
    day: 19,
    time: '12:00',
    folder: YOGA,
    text: 'A teacher told us something. We changed the plan.',
  },
];

/** Posts in the queues of their accounts. */
export const queued: Sent[] = [
  {
    on: [0],
    folder: 'Brewing tips',
    text: 'Descale once a month. Your machine cannot ask for it.',
    tags: ['brewing'],
  },
  { on: [0], folder: COFFEE, text: 'A flat white is a small drink. That is the point.' },
  {
    on: [0, 1],
    folder: COFFEE,
    text: 'The farm is called El Mirador, and the plum is no marketing.',
    pictures: ['plum-harvest.jpg'],
  },
  { on: [2], folder: 'Class notes', text: 'Monday: hips. Bring a blanket.' },
  { on: [2], folder: 'Class notes', text: 'Balance is a conversation, not a pose.' },
  {
    on: [3],
    folder: 'Author quotes',
    text: '“Every shelf is a map of somebody who left.”',
    tags: ['quotes'],
  },
];

/** Posts that are published at once. */
export const published: Sent[] = [
  {
    on: [0, 1],
    folder: COFFEE,
    text: 'Thank you to the 214 of you who answered our survey. The answer that came up most: “please keep it simple”. We will.',
    tags: ['community', 'survey'],
  },
  {
    on: [2],
    folder: YOGA,
    text: 'The heating works again. Thank you for the blankets, and for not complaining.',
    pictures: ['morning-class.jpg'],
  },
  { on: [3], folder: 'Author quotes', text: '“The best title is true.”', tags: ['quotes'] },
  {
    on: [3],
    folder: BOOKS,
    text: 'We close at three on Friday. Inventory, cake, an early night.',
    pictures: ['window-table.jpg'],
  },
];

/** The practice network refuses it. */
export const refused: Sent = {
  on: [2],
  folder: YOGA,
  text: 'Two places in tomorrow’s early class have become free. First come, first served.',
  tags: ['classes'],
};

/** Posts without a time, newest last. */
export const items: (Post & {
  status: 'draft' | 'review' | 'approved' | 'archived';
  by?: 'colleague';
  /** Its first text, and why the colleague rejected it. */
  first?: { text: string; rejected: string };
})[] = [
  { status: 'archived', folder: BOOKS, text: 'Last year’s favourites, in one list.' },
  {
    status: 'draft',
    folder: BOOKS,
    text: 'مرحبا بكم في مكتبتنا — each of you is welcome, in whatever language you read.',
    tags: ['community'],
  },
  {
    status: 'draft',
    folder: 'Brewing tips',
    text: 'What does a Q grader actually do all day?',
    tags: ['brewing'],
  },
  {
    status: 'approved',
    folder: 'Launches',
    text: 'Guess what this is. (No, not a toaster.)',
    tags: ['launch', 'quiz'],
  },
  {
    status: 'review',
    by: 'colleague',
    folder: 'Author quotes',
    text: '“Reading is the only way to be alone in company.” Ask her about it on Saturday: she will be here.',
    tags: ['quotes'],
  },
  {
    status: 'review',
    folder: YOGA,
    text: 'Retreat, day by day. Friday: arrive and eat. Saturday: walk, breathe, sleep. Sunday: nobody wants to leave.',
    tags: ['retreat'],
    pictures: ['winter-retreat.jpg'],
  },
  {
    status: 'review',
    folder: 'Launches',
    text: 'It is here. Today we open the doors to everybody who has waited since spring, and to everybody who has not heard of us yet. What took so long? We threw the first version away. It did everything and was good at nothing; this one does one thing, and we drink it ourselves every day.',
    tags: ['launch', 'news'],
    pictures: ['new-bags.jpg'],
    first: {
      text: 'It is here. Today we open the doors to everybody who has waited since spring. What took so long? We threw the first version away. It did everything and was good at nothing.',
      rejected: 'Too modest. Say what the new one does, and that we drink it ourselves.',
    },
  },
];

/** A post in the trash. */
export const deleted: Post = {
  folder: 'Brewing tips',
  text: 'Ten coffee myths, and number seven will surprise you.',
};

export const threads = [
  {
    folder: 'Launches',
    description: 'Launch day, in five posts',
    tags: ['launch', 'thread'],
    texts: [
      'We rebuilt everything, and it took two years. Here is what we learned, in five posts.',
      'First: nobody misses what was slow. We removed a third of the menu, and not one person wrote to us.',
      'Second: write the announcement before the feature. Where the sentence limps, so does the idea. More on that: https://example.org/notes/write-first',
      'Third: ask the people who left. They are kinder than you think, and they are right. #listening',
      'And last: thank whoever waited. So: thank you, @everyone. Doors are open.',
    ],
  },
  {
    folder: BOOKS,
    description: null,
    tags: ['lists'],
    texts: [
      'Three books for people who say they have no time.',
      'One: 96 pages, and every one of them earns its place.',
      'Two: poems, of which you may read a single one a week.',
      'Three: letters. They end before your tea is cold.',
    ],
  },
] as const;

export const notes = [
  [4, 'Press kit is ready'],
  [14, 'Retreat: booking closes'],
  [25, 'Launch day'],
] as const;
