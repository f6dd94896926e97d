import sharp from 'sharp';

/** Pictures that are drawn, not downloaded: a sun over hills, in the colours of each. */

const SIZE = { width: 1200, height: 900 };

/** Sky above and below, sun, hills behind and in front. */
type Colours = readonly [above: string, below: string, sun: string, behind: string, front: string];

const drawing = ([above, below, sun, behind, front]: Colours, turn: number) => {
  const x = 240 + ((turn * 310) % 760);
  const y = 200 + ((turn * 70) % 220);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/>
    </linearGradient></defs>
    <rect width="1200" height="900" fill="url(#sky)"/>
    <circle cx="${x}" cy="${y}" r="${90 + turn * 8}" fill="${sun}"/>
    <path d="M0 620Q300 ${460 + turn * 12} 620 600T1200 540V900H0Z" fill="${behind}"/>
    <path d="M0 760Q360 ${640 - turn * 8} 700 750T1200 700V900H0Z" fill="${front}"/>
  </svg>`;
};

const draw = (colours: Colours, turn: number): Promise<Buffer> =>
  sharp(Buffer.from(drawing(colours, turn)))
    .resize(SIZE)
    .jpeg({ quality: 80 })
    .toBuffer();

const warm: Colours = ['#f7c59f', '#fde8d0', '#e4572e', '#b5754f', '#6b4226'];
const calm: Colours = ['#a7c7e7', '#fbe4d8', '#f4a261', '#6d9dc5', '#2a4d69'];
const paper: Colours = ['#d9e4dd', '#fbf7f0', '#cdc9c3', '#7a9e9f', '#555273'];
const night: Colours = ['#22305a', '#7d6b91', '#f6d365', '#3b3355', '#1b1b2f'];

/** The pictures of the demo. Some have no alt text yet. */
export const pictures = [
  {
    name: 'plum-harvest.jpg',
    folder: 'Northwind Coffee',
    alt: 'Hills of the farm in Huila at sunrise',
    colours: warm,
  },
  {
    name: 'new-bags.jpg',
    folder: 'Northwind Coffee',
    alt: 'Brown paper bags in a row, the first one open',
    colours: warm,
  },
  { name: 'filter-rinse.jpg', folder: 'Northwind Coffee', alt: '', colours: warm },
  {
    name: 'morning-class.jpg',
    folder: 'Harbour Yoga',
    alt: 'An empty beach before the morning class',
    colours: calm,
  },
  {
    name: 'winter-retreat.jpg',
    folder: 'Harbour Yoga',
    alt: 'The harbour house under a low winter sun',
    colours: calm,
  },
  { name: 'mats.jpg', folder: 'Harbour Yoga', alt: '', colours: calm },
  {
    name: 'salt-road.jpg',
    folder: 'Brightline Books',
    alt: 'The cover of The Salt Road: a road between two hills',
    colours: paper,
  },
  {
    name: 'window-table.jpg',
    folder: 'Brightline Books',
    alt: 'The reading table by the window',
    colours: paper,
  },
  {
    name: 'roastery-night.jpg',
    folder: 'Northwind Coffee',
    alt: 'The roastery at night, one window lit',
    colours: night,
  },
  {
    name: 'sunday-flow.jpg',
    folder: 'Harbour Yoga',
    alt: 'Low sun over the bay on a Sunday morning',
    colours: calm,
  },
  {
    name: 'reading-corner.jpg',
    folder: 'Brightline Books',
    alt: 'The reading corner, after the children have left',
    colours: paper,
  },
  { name: 'blue-box.jpg', folder: 'Northwind Coffee', alt: '', colours: night },
].map((picture, turn) => ({ ...picture, draw: () => draw(picture.colours, turn) }));
