// The words of business data: abbreviations, compounds and synonyms, each line one meaning. General, for any systems.

/** Spellings of one word. */
const WORDS: Readonly<Record<string, string>> = {
  quantity: 'qty qnty quantities count pcs pieces units',
  address: 'addr adr addresses street_address',
  number: 'no num nbr nr numbers',
  amount: 'amt amounts betrag',
  customer:
    'cust client buyer purchaser contact party partner debtor consumer shopper member customers contacts',
  description: 'desc descr descriptions details',
  reference: 'ref references',
  id: 'ids identifier guid uuid uid pk',
  phone: 'tel telephone phones fon',
  mobile: 'cell cellular handy mobilephone',
  fax: 'telefax',
  email: 'mail emails',
  company: 'organization organisation org business firm enterprise companies corp',
  date: 'dt dates',
  created:
    'create creation ordered purchase purchased placed issued issue transaction txn tran posting posted entered booked booking',
  updated: 'update modified changed edited revised lastmod modify',
  due: 'maturity payable',
  delivery: 'deliver delivered dispatch',
  requested: 'expected promised scheduled planned required',
  price: 'prices rate unitprice cost listprice',
  total: 'totals sum ttl',
  tax: 'taxes vat gst mwst',
  discount: 'disc discounts rebate reduction allowance markdown',
  currency: 'curr ccy currencies iso4217 waers',
  country: 'countries nation land ctry',
  region: 'state province prov county regions states provinces subdivision bundesland prefecture',
  city: 'town locality suburb ort municipality',
  postcode: 'zip postal zipcode postalcode pincode plz eircode',
  street: 'road line',
  name: 'names fullname label addressee',
  firstname: 'forename fname givenname prename',
  lastname: 'surname lname familyname',
  title: 'headline caption',
  note: 'notes memo remark remarks comment comments message instructions instruction annotation',
  status: 'stat state_code statuses',
  type: 'kind typ category_type',
  sku: 'mpn',
  barcode: 'ean gtin upc isbn',
  weight: 'wt weights mass gewicht',
  width: 'breadth',
  length: 'len',
  height: 'ht',
  image: 'img picture photo images pictures photos thumbnail',
  url: 'uri link href src website web homepage site',
  category: 'categories cat group class family',
  brand: 'manufacturer vendor maker make supplier',
  stock: 'inventory available onhand',
  language: 'lang locale locales languages',
  birth: 'birthday birthdate dob born',
  gender: 'sex salutation',
  tag: 'tags keywords labels',
  code: 'codes',
  unit: 'uom measure',
  invoice: 'inv bill_document invoices',
  order: 'orders so salesorder',
  line: 'lines items item products product article articles position positions entry entries lineitem rows material part goods variant',
  shipping: 'ship shipment shippingaddress shipto',
  billing: 'bill billed billto invoicing payer',
  payment: 'pay paid payments',
  method: 'mode',
  service: 'carrier courier',
  tracking: 'track trackingnumber waybill',
  warehouse: 'wh depot location store',
  department: 'dept division',
  first: '',
  second: 'secondary',
  user: 'username login account',
  parent: 'parents',
};

/** Several words with one meaning of their own; longer ones are tried first. */
const COMPOUNDS: Readonly<Record<string, string>> = {
  'post code': 'postcode',
  'postcode code': 'postcode',
  'pin code': 'postcode',
  'e email': 'email',
  'email address': 'email',
  'email id': 'email',
  'first name': 'firstname',
  'given name': 'firstname',
  'name first': 'firstname',
  'second name': 'lastname',
  'last name': 'lastname',
  'family name': 'lastname',
  'category name given': 'lastname',
  'sur name': 'lastname',
  'full name': 'name',
  'display name': 'name',
  'phone number': 'phone',
  'phone phone': 'phone',
  'mobile number': 'mobile',
  'mobile phone': 'mobile',
  'phone mobile': 'mobile',
  'cell phone': 'mobile',
  'fax number': 'fax',
  'country code': 'country code',
  'country iso': 'country code',
  'country iso 2': 'country code',
  'country alpha 2': 'country code',
  'country region': 'country',
  'country region code': 'region',
  'country sub department code': 'region',
  'country sub department': 'region',
  'sub department': 'region',
  'country region id': 'region',
  'region code': 'region code',
  'region or region': 'region',
  'region id': 'region',
  'administrative area': 'region',
  'sub region': 'region',
  'currency code': 'currency',
  'currency iso': 'currency',
  'currency id': 'currency',
  'iso currency': 'currency',
  'address street': 'street',
  'street address': 'street',
  'street name': 'street',
  'address street 1': 'street 1',
  'address street 2': 'street 2',
  'address 1': 'street 1',
  'address 2': 'street 2',
  'address 3': 'street 3',
  'address line 1': 'street 1',
  'address line 2': 'street 2',
  'street 1': 'street 1',
  'street 2': 'street 2',
  'line 1': 'street 1',
  'line 2': 'street 2',
  'line 3': 'street 3',
  'street line 1': 'street 1',
  'street line 2': 'street 2',
  'unit price': 'price',
  'price unit': 'price',
  'price per unit': 'price',
  'unit amount': 'price',
  'unit cost': 'price',
  'net price': 'price',
  'sale price': 'price sale',
  'sales price': 'price',
  'list price': 'price',
  'retail price': 'price',
  'standard price': 'price',
  'regular price': 'price',
  'selling price': 'price',
  'line price': 'price',
  'tax price': 'tax rate',
  'tax percent': 'tax rate',
  'tax percentage': 'tax rate',
  'exchange price': 'exchange rate',
  'conversion price': 'exchange rate',
  'sub total': 'subtotal',
  'net total': 'subtotal',
  'net amount': 'subtotal',
  'total net': 'subtotal',
  'amount net': 'subtotal',
  'amount untaxed': 'subtotal',
  'total ex tax': 'subtotal',
  'total excl tax': 'subtotal',
  'total excluding tax': 'subtotal',
  'subtotal price': 'subtotal',
  'subtotal ex tax': 'subtotal',
  'subtotal amount': 'subtotal',
  'grand total': 'total',
  'total price': 'total',
  'total amount': 'total',
  'amount total': 'total',
  'order total': 'total',
  'invoice total': 'total',
  'total gross': 'total',
  'gross total': 'total',
  'gross amount': 'total',
  'total inc tax': 'total',
  'total incl tax': 'total',
  'total including tax': 'total',
  'total amount including tax': 'total',
  'amount including tax': 'total',
  'price inc tax': 'price gross',
  'price incl tax': 'price gross',
  'price ex tax': 'price',
  'price excl tax': 'price',
  'total tax': 'tax',
  'tax total': 'tax',
  'tax amount': 'tax',
  'amount tax': 'tax',
  'total tax amount': 'tax',
  'tax number': 'taxid',
  'tax id': 'taxid',
  'tax code': 'taxid',
  'tax reg number': 'taxid',
  'shipping price': 'shippingcost',
  'shipping total': 'shippingcost',
  'shipping amount': 'shippingcost',
  'shipping charge': 'shippingcost',
  'shipping fee': 'shippingcost',
  'delivery price': 'shippingcost',
  'delivery amount': 'shippingcost',
  freight: 'shippingcost',
  'freight amount': 'shippingcost',
  postage: 'shippingcost',
  'total discount': 'discount',
  'discount total': 'discount',
  'discount amount': 'discount',
  'amount discount': 'discount',
  'discount percent': 'discount percent',
  'quantity ordered': 'quantity',
  'ordered quantity': 'quantity',
  'order quantity': 'quantity',
  'created quantity': 'quantity',
  'quantity created': 'quantity',
  'product uom quantity': 'quantity',
  'line unit quantity': 'quantity',
  'stock quantity': 'stock',
  'actual quantity': 'stock',
  'quantity available': 'stock',
  'stock level': 'stock',
  'line code': 'sku',
  'line number': 'sku',
  'line id': 'productid',
  'line reference': 'sku',
  'line object number': 'sku',
  'line sku': 'sku',
  'seller sku': 'sku',
  'stock code': 'sku',
  'line line number': 'lineid',
  'line line id': 'lineid',
  'line name': 'name',
  'line title': 'title',
  'line description': 'description',
  'line amount': 'amount',
  'line total': 'amount',
  'line price total': 'amount',
  'line quantity': 'quantity',
  'line group': 'category',
  'created at': 'created date',
  'created on': 'created date',
  'date created': 'created date',
  'created date': 'created date',
  'created time': 'created date',
  'order date': 'created date',
  'invoice date': 'created date',
  'document date': 'created date',
  'updated at': 'updated date',
  'updated on': 'updated date',
  'last updated date': 'updated date',
  'last updated': 'updated date',
  'updated date': 'updated date',
  'date updated': 'updated date',
  'due date': 'due date',
  'date due': 'due date',
  'delivery date': 'delivery date',
  'ship date': 'delivery date',
  'shipping date': 'delivery date',
  'date of birth': 'birth',
  'birth date': 'birth',
  'date birth': 'birth',
  'job title': 'jobtitle',
  jobtitle: 'jobtitle',
  'job position': 'jobtitle',
  'function title': 'jobtitle',
  'company name': 'company',
  'business name': 'company',
  'customer number': 'customer id',
  'customer code': 'customer id',
  'user name': 'user',
  'order number': 'docid',
  'order id': 'docid',
  'invoice number': 'docid',
  'invoice id': 'docid',
  'document number': 'docid',
  'doc number': 'docid',
  'external id': 'docid',
  'external document number': 'docid',
  'external reference': 'docid',
  'reference number': 'docid reference',
  'other reference number': 'reference docid',
  'customer order reference': 'reference docid',
  'client order reference': 'reference docid',
  'po number': 'reference docid',
  'private note': 'note',
  'customer note': 'note',
  'weight per unit': 'weight',
  'short description': 'description short',
  'reference name': '',
  'reference value': '',
  'web site': 'url',
  'vat number': 'taxid',
  'ship to': 'shipping',
  'shipping to': 'shipping',
  'deliver to': 'shipping',
  'delivery address': 'shipping address',
  'delivery to': 'shipping',
  'bill to': 'billing',
  'billing to': 'billing',
  'sold to': 'customer',
  'invoice to': 'billing',
  'invoice address': 'billing address',
  'payment status': 'status payment',
  'financial status': 'status payment',
  'order status': 'status',
  'document status': 'status',
};

/** How much two different meanings have in common, where it is not nothing. */
const NEAR: readonly (readonly [string, string, number])[] = [
  ['id', 'number', 0.7],
  ['id', 'key', 0.8],
  ['docid', 'key', 0.65],
  ['id', 'code', 0.7],
  ['number', 'code', 0.6],
  ['docid', 'id', 0.72],
  ['docid', 'number', 0.85],
  ['docid', 'name', 0.35],
  ['docid', 'reference', 0.6],
  ['reference', 'id', 0.5],
  ['reference', 'number', 0.6],
  ['reference', 'name', 0.3],
  ['reference', 'description', 0.35],
  ['sku', 'code', 0.6],
  ['sku', 'id', 0.35],
  ['sku', 'barcode', 0.4],
  ['sku', 'asin', 0.6],
  ['productid', 'sku', 0.75],
  ['productid', 'id', 0.5],
  ['productid', 'code', 0.6],
  ['sku', 'name', 0.2],
  ['lineid', 'id', 0.8],
  ['lineid', 'key', 0.8],
  ['title', 'name', 0.75],
  ['title', 'description', 0.65],
  ['name', 'description', 0.6],
  ['title', 'jobtitle', 0.8],
  ['name', 'company', 0.5],
  ['note', 'description', 0.45],
  ['price', 'amount', 0.4],
  ['amount', 'total', 0.65],
  ['amount', 'subtotal', 0.5],
  ['total', 'subtotal', 0.3],
  ['amount', 'payment', 0.2],
  ['phone', 'mobile', 0.6],
  ['status', 'region', 0.45],
  ['status', 'type', 0.2],
  ['category', 'type', 0.4],
  ['category', 'tag', 0.4],
  ['stock', 'quantity', 0.65],
  ['url', 'image', 0.3],
  ['user', 'name', 0.3],
  ['created', 'due', 0.1],
  ['delivery', 'requested', 0.6],
  ['firstname', 'name', 0.55],
  ['lastname', 'name', 0.5],
  ['address', 'street', 0.8],
];

/** Words that say whose or which part a value is of, not what it is. */
export const ROLE_WORDS: ReadonlySet<string> = new Set(['shipping', 'billing']);
export const ENTITY_WORDS: ReadonlySet<string> = new Set([
  'customer',
  'line',
  'order',
  'invoice',
  'payment',
  'address',
  'user',
  'parent',
  'image',
  'category',
  'tax',
]);

/** Words that carry little meaning of their own. */
export const WEAK_WORDS: Readonly<Record<string, number>> = {
  id: 0.6,
  key: 0.6,
  number: 0.5,
  code: 0.4,
  type: 0.7,
  name: 0.8,
  date: 0.4,
  created: 0.6,
  address: 0.4,
  amount: 0.8,
  order: 0.25,
  invoice: 0.25,
  line: 0.25,
  external: 0.15,
  mailing: 0.25,
  home: 0.25,
  work: 0.25,
  main: 0.2,
  default: 0.2,
  primary: 0.2,
  url: 0.5,
  document: 0.2,
  sales: 0.15,
  first: 0.3,
  value: 0.1,
  object: 0.2,
  '1': 0.5,
  '2': 0.9,
  '3': 0.9,
  customer: 0.5,
  user: 0.7,
  gross: 0.7,
  short: 0.7,
  payment: 0.5,
};

/** Words that only wrap what is inside them. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  'the',
  'of',
  'a',
  'an',
  'and',
  'or',
  'to',
  'at',
  'on',
  'is',
  'has',
  'data',
  'info',
  'information',
  'properties',
  'property',
  'attributes',
  'attribute',
  'fields',
  'field',
  'detail',
  'value',
  'values',
  'object',
  'obj',
  'list',
  'node',
  'nodes',
  'edges',
  'edge',
  'root',
  'body',
  'payload',
  'result',
  'results',
  'record',
  'records',
  'per',
  'item',
]);

const SPELLINGS = new Map<string, string>();
for (const [word, spellings] of Object.entries(WORDS)) {
  SPELLINGS.set(word, word);
  for (const spelling of spellings.split(' ')) if (spelling !== '') SPELLINGS.set(spelling, word);
}

const PHRASES = new Map(Object.entries(COMPOUNDS));
const LONGEST_PHRASE = 4;

const CLOSENESS = new Map<string, Map<string, number>>();
for (const [left, right, value] of NEAR) {
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    const known = CLOSENESS.get(from) ?? new Map<string, number>();
    CLOSENESS.set(from, known.set(to, value));
  }
}

/** Ids of one system mean little in another; its codes are what both know. */
const FOREIGN_IDS: ReadonlySet<string> = new Set(['productid']);

/** The meanings that have something in common with one. */
export function closeWords(word: string): string[] {
  return [...(CLOSENESS.get(word)?.keys() ?? [])];
}

/** How close two meanings are: 1 for the same, 0 for strangers. */
export function closeness(left: string, right: string): number {
  if (left === right) return FOREIGN_IDS.has(left) ? 0.7 : 1;
  return CLOSENESS.get(left)?.get(right) ?? 0;
}

/** A name in lower-case words: `shipToAddressLine1`, `ship_to.address-line_1` give ship, to, address, line, 1. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us'))
    return word.slice(0, -1);
  return word;
}

/** Words glued together in lower case (`firstname`, `unitprice`) are cut where both parts are known. */
function unglue(word: string): string[] {
  if (word.length < 7 || SPELLINGS.has(word)) return [word];
  for (let cut = 3; cut <= word.length - 3; cut++) {
    const left = word.slice(0, cut);
    const right = word.slice(cut);
    if ((SPELLINGS.has(left) || GLUE.has(left)) && SPELLINGS.has(right)) return [left, right];
  }
  return [word];
}

const GLUE: ReadonlySet<string> = new Set([
  'first',
  'last',
  'given',
  'family',
  'unit',
  'sub',
  'job',
  'zip',
  'post',
]);

/** The meanings of a name, compounds taken as one. */
export function meanings(name: string): string[] {
  const words = splitWords(name)
    .flatMap(unglue)
    .map((word) => SPELLINGS.get(word) ?? SPELLINGS.get(singular(word)) ?? singular(word));
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = phraseLength(words, at);
    if (length > 0) {
      const phrase = PHRASES.get(words.slice(at, at + length).join(' ')) ?? '';
      found.push(...phrase.split(' ').filter((word) => word !== ''));
      at += length;
    } else {
      found.push(words[at] as string);
      at++;
    }
  }
  return found;
}

function phraseLength(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length >= 1; length--) {
    if (PHRASES.has(words.slice(at, at + length).join(' '))) return length;
  }
  return 0;
}
