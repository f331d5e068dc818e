/** Names, places and goods of the sample shop, and the choice among them by number: the same shop at every start. */

export interface Product {
  sku: string;
  name: string;
  /** Net price in cents. */
  cents: number;
  /** VAT in percent. */
  taxRate: number;
}

export const products: Product[] = [
  { sku: 'TEE-ORG-M', name: 'Organic cotton T-shirt, M', cents: 1990, taxRate: 19 },
  { sku: 'TEE-ORG-L', name: 'Organic cotton T-shirt, L', cents: 1990, taxRate: 19 },
  { sku: 'MUG-350-BLU', name: 'Mug 350 ml, blue', cents: 890, taxRate: 19 },
  { sku: 'MUG-350-WHT', name: 'Mug 350 ml, white', cents: 845, taxRate: 19 },
  { sku: 'BOOK-HIKE', name: 'Hiking in the Alps (book)', cents: 2290, taxRate: 7 },
  { sku: 'BOOK-COOK', name: 'Cooking for two (book)', cents: 1845, taxRate: 7 },
  { sku: 'BAG-CANVAS', name: 'Canvas bag', cents: 1250, taxRate: 19 },
  { sku: 'BOTTLE-750', name: 'Steel bottle 750 ml', cents: 2475, taxRate: 19 },
  { sku: 'COFFEE-1KG', name: 'Coffee beans 1 kg', cents: 1699, taxRate: 7 },
  { sku: 'TEA-GREEN', name: 'Green tea 100 g', cents: 645, taxRate: 7 },
  { sku: 'SOCK-WOOL', name: 'Wool socks', cents: 1195, taxRate: 19 },
  { sku: 'LAMP-DESK', name: 'Desk lamp', cents: 5990, taxRate: 19 },
];

/** A product that the shop sells and the ERP has never heard of. */
export const unknownProduct: Product = {
  sku: 'GIFT-CARD-XL',
  name: 'Gift card XL',
  cents: 10000,
  taxRate: 19,
};

const firstNames = [
  'Anna',
  'Luca',
  'Zoë',
  'Jonas',
  'María',
  'Émile',
  'Søren',
  'Aylin',
  'Piotr',
  'Chloé',
  'Björn',
  'Nora',
];
const lastNames = [
  'Müller',
  'Rossi',
  'García',
  'Dubois',
  'Jansen',
  'Nowak',
  'Lindström',
  'Novák',
  'Yılmaz',
  "O'Brien",
  'Weiß',
  'Silva',
];
const streets = [
  'Hauptstraße',
  'Via Roma',
  'Rue de la Paix',
  'Calle Mayor',
  'Kerkstraat',
  'Drottninggatan',
  'Lindenallee',
];
const places = [
  { zip: '10115', city: 'Berlin', country_code: 'DE' },
  { zip: '80331', city: 'München', country_code: 'DE' },
  { zip: '1010', city: 'Wien', country_code: 'AT' },
  { zip: '8001', city: 'Zürich', country_code: 'CH' },
  { zip: '75002', city: 'Paris', country_code: 'FR' },
  { zip: '28013', city: 'Madrid', country_code: 'ES' },
  { zip: '01-001', city: 'Warszawa', country_code: 'PL' },
];

export function customer(number: number) {
  const first_name = pick(firstNames, number, 3);
  const last_name = pick(lastNames, number, 7);
  const isCompany = number % 5 === 0;
  return {
    id: 5000 + number,
    email: `${plain(first_name)}.${plain(last_name)}.${number}@example.com`,
    first_name,
    last_name,
    phone: number % 4 === 0 ? null : `+49 30 ${String(1000000 + ((number * 7919) % 8999999))}`,
    company: isCompany ? `${last_name} GmbH` : null,
    vat_id: isCompany ? `DE${String(100000000 + ((number * 104729) % 899999999))}` : null,
  };
}

export function address(number: number, name: string) {
  const street = `${pick(streets, number, 5)} ${1 + ((number * 13) % 180)}`;
  return { name, street, street2: number % 9 === 0 ? 'Hinterhaus' : null, ...pick(places, number, 11) };
}

/** Picks by number so that neighbours differ: `step` has no common factor with the list's length. */
export function pick<T>(list: T[], number: number, step: number): T {
  return list[(number * step + Math.floor(number / list.length)) % list.length] as T;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
