import { Random } from '../kit/Random.mjs';

const brands = [
  'Aurora',
  'Northpeak',
  'Cedar',
  'Brightside',
  'Kestrel',
  'Lumen',
  'Harrow',
  'Oakline',
  'Tidewater',
  'Vela',
];

/** What each category sells, and about how much it costs. */
const categories = {
  Audio: {
    nouns: ['earbuds', 'bookshelf speaker', 'turntable', 'portable radio', 'soundbar', 'studio microphone'],
    from: 39,
    to: 420,
  },
  Kitchen: {
    nouns: ['toaster', 'chef knife', 'stock pot', 'hand blender', 'cutting board', 'coffee grinder'],
    from: 15,
    to: 180,
  },
  Home: {
    nouns: ['wool blanket', 'floor lamp', 'wall clock', 'linen curtain', 'shoe rack', 'storage basket'],
    from: 12,
    to: 160,
  },
  Outdoor: {
    nouns: ['day pack', 'two-person tent', 'camping stove', 'trekking poles', 'sleeping bag', 'head torch'],
    from: 19,
    to: 330,
  },
  Office: {
    nouns: [
      'monitor arm',
      'mechanical keyboard',
      'desk mat',
      'notebook set',
      'office chair',
      'document tray',
    ],
    from: 8,
    to: 290,
  },
  Garden: {
    nouns: ['watering can', 'pruning shears', 'raised bed', 'bird feeder', 'garden hose', 'rain barrel'],
    from: 9,
    to: 140,
  },
};

export const categoryNames = Object.keys(categories);

const lines = ['Classic', 'Compact', 'Studio', 'Everyday', 'Pro', 'Lite', 'Heritage', 'Field'];
const colors = ['Black', 'White', 'Green', 'Sand', 'Navy'];

/** The products that tasks speak of, and their neighbours that are easily taken for them. */
const known = [
  {
    name: 'Aurora wireless headphones',
    brand: 'Aurora',
    category: 'Audio',
    price: 149,
    colors: ['Black', 'White', 'Sand'],
    specs: { 'Battery life': '38 hours', Bluetooth: '5.3', Weight: '254 g', 'Charging port': 'USB-C' },
  },
  {
    name: 'Aurora wired headphones',
    brand: 'Aurora',
    category: 'Audio',
    price: 79,
    colors: ['Black'],
    specs: { 'Cable length': '1.8 m', Plug: '3.5 mm', Weight: '231 g' },
  },
  {
    name: 'Kestrel wireless headphones',
    brand: 'Kestrel',
    category: 'Audio',
    price: 119,
    colors: ['Black', 'Navy'],
    specs: { 'Battery life': '26 hours', Bluetooth: '5.0', Weight: '270 g' },
  },
  {
    name: 'Cedar desk lamp',
    brand: 'Cedar',
    category: 'Office',
    price: 64,
    colors: ['White', 'Sand'],
    specs: { Bulb: 'LED, 6 W', Height: '46 cm', 'Cable length': '2.1 m' },
  },
  {
    name: 'Lumen desk lamp',
    brand: 'Lumen',
    category: 'Office',
    price: 52,
    colors: ['Black', 'White'],
    specs: { Bulb: 'LED, 8 W', Height: '41 cm' },
  },
  {
    name: 'Brightside gooseneck kettle',
    brand: 'Brightside',
    category: 'Kitchen',
    price: 72,
    colors: ['Black', 'White'],
    specs: { Capacity: '0.9 litres', Power: '1200 W', Warranty: '3 years' },
  },
  {
    name: 'Brightside travel kettle',
    brand: 'Brightside',
    category: 'Kitchen',
    price: 38,
    colors: ['White'],
    specs: { Capacity: '0.5 litres', Power: '650 W', Warranty: '2 years' },
  },
  {
    name: 'Northpeak rain jacket',
    brand: 'Northpeak',
    category: 'Outdoor',
    price: 189,
    colors: ['Green', 'Navy', 'Black'],
    sizes: ['S', 'M', 'L', 'XL'],
    specs: { Membrane: '3 layers', 'Water column': '20,000 mm', Weight: '410 g' },
  },
  {
    name: 'Northpeak wind jacket',
    brand: 'Northpeak',
    category: 'Outdoor',
    price: 109,
    colors: ['Sand', 'Black'],
    sizes: ['S', 'M', 'L'],
    specs: { Weight: '180 g' },
  },
  {
    name: 'Tidewater garden bench',
    brand: 'Tidewater',
    category: 'Garden',
    price: 245,
    colors: ['Sand'],
    specs: { Wood: 'Acacia', Length: '150 cm', 'Highest load': '320 kg' },
  },
  {
    name: 'Oakline standing desk',
    brand: 'Oakline',
    category: 'Office',
    price: 499,
    colors: ['Black', 'White'],
    specs: { Height: '62 to 127 cm', 'Highest load': '120 kg' },
  },
  {
    name: 'Vela travel mug',
    brand: 'Vela',
    category: 'Kitchen',
    price: 24,
    colors: ['Navy', 'Green', 'White'],
    specs: { Capacity: '0.35 litres' },
  },
];

/** At least `count` products; the known ones stand at places that are the same for every count from 60 on. */
export function makeProducts(count) {
  const random = new Random(20);
  const products = known.map((product) => complete(product, random));
  for (const one of combinations(random)) {
    if (products.length >= count) break;
    products.push(complete(one, random));
  }
  return spread(products).map((product, at) => ({ id: at + 1, slug: slugOf(product.name), ...product }));
}

/** The known products, one after every third of the others. */
function spread(products) {
  const anchors = products.slice(0, known.length);
  const others = products.slice(known.length);
  return [
    ...others.slice(0, 2),
    ...anchors.flatMap((one, at) => [one, ...others.slice(2 + at * 2, 4 + at * 2)]),
    ...others.slice(2 + anchors.length * 2),
  ];
}

function* combinations(random) {
  const all = brands.flatMap((brand) =>
    lines.flatMap((line) =>
      categoryNames.flatMap((category) =>
        categories[category].nouns.map((noun) => ({ brand, line, category, noun })),
      ),
    ),
  );
  for (const { brand, line, category, noun } of random.shuffle(all)) {
    const { from, to } = categories[category];
    yield { name: `${brand} ${line} ${noun}`, brand, category, price: random.between(from, to) };
  }
}

function complete(product, random) {
  const offered = product.colors ?? random.shuffle(colors).slice(0, random.between(1, 3));
  return {
    sizes: [],
    specs: { Weight: `${random.between(2, 60) * 50} g`, Warranty: `${random.between(1, 5)} years` },
    stock: random.next() < 0.85 || product.specs !== undefined ? random.between(2, 40) : 0,
    rating: random.between(28, 50) / 10,
    reviews: random.between(3, 480),
    sku: `HP-${random.between(1000, 9999)}`,
    ...product,
    colors: offered,
  };
}

const slugOf = (name) => name.toLowerCase().replaceAll(' ', '-');
