/**
 * What the sample ERP takes as a sales order, checked as strictly as a real one: types, formats, known articles, and
 * sums that add up. Amounts are numbers with at most two decimals.
 */

export interface Fault {
  field: string;
  code:
    | 'required'
    | 'wrong_type'
    | 'bad_format'
    | 'unknown_article'
    | 'bad_value'
    | 'wrong_sum'
    | 'unknown_field';
  message: string;
}

const ARTICLES = new Set([
  ...['TEE-ORG-M', 'TEE-ORG-L', 'MUG-350-BLU', 'MUG-350-WHT', 'BOOK-HIKE', 'BOOK-COOK'],
  ...['BAG-CANVAS', 'BOTTLE-750', 'COFFEE-1KG', 'TEA-GREEN', 'SOCK-WOOL', 'LAMP-DESK'],
]);
const PAYMENT_TERMS = new Set(['PREPAID', 'NET14', 'NET30']);
const COUNTRIES = new Set(['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'PL', 'SE']);
const CENT = 0.005;

type Check = (value: unknown, field: string) => Fault | null;

const fault = (field: string, code: Fault['code'], message: string): Fault => ({ field, code, message });

const text =
  (max: number, pattern?: RegExp, what = 'a text'): Check =>
  (value, field) => {
    if (typeof value !== 'string') return fault(field, 'wrong_type', `${field} must be a text.`);
    if (value === '' || value.length > max)
      return fault(field, 'bad_value', `${field} must have 1 to ${max} characters.`);
    return !pattern || pattern.test(value)
      ? null
      : fault(field, 'bad_format', `${field} must be ${what}; "${value.slice(0, 40)}" is not.`);
  };

const oneOf =
  (values: Set<string>): Check =>
  (value, field) =>
    values.has(value as string)
      ? null
      : fault(field, 'bad_value', `${field} must be one of ${[...values].join(', ')}.`);

const amount: Check = (value, field) => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return fault(field, 'wrong_type', `${field} must be a number.`);
  const isWhole = Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
  return value >= 0 && isWhole
    ? null
    : fault(field, 'bad_value', `${field} must be 0 or more, with at most two decimals.`);
};

const count: Check = (value, field) =>
  Number.isInteger(value) && (value as number) > 0
    ? null
    : fault(field, 'bad_value', `${field} must be a whole number above 0.`);

const date: Check = (value, field) => {
  const problem = text(10, /^\d{4}-\d{2}-\d{2}$/, 'a date such as 2026-01-31')(value, field);
  if (problem) return problem;
  const found = new Date(`${value as string}T00:00:00Z`);
  const isReal = !Number.isNaN(found.getTime()) && found.toISOString().startsWith(value as string);
  return isReal ? null : fault(field, 'bad_format', `${field}: there is no day ${value as string}.`);
};

const email = text(200, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');
const article: Check = (value, field) =>
  ARTICLES.has(value as string)
    ? null
    : fault(
        field,
        'unknown_article',
        `${field}: there is no article ${(JSON.stringify(value) ?? '').slice(0, 40)}.`,
      );

/** Members of an object: a name ending in `?` may be absent or null. */
type Shape = Record<string, Check>;

const object =
  (shape: Shape): Check =>
  (value, field) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return fault(field || 'body', 'wrong_type', `${field || 'The body'} must be an object.`);
    return firstFault(value as Record<string, unknown>, shape, field);
  };

const list =
  (check: Check, max: number): Check =>
  (value, field) => {
    if (!Array.isArray(value)) return fault(field, 'wrong_type', `${field} must be a list.`);
    if (value.length === 0 || value.length > max)
      return fault(field, 'bad_value', `${field} must have 1 to ${max} entries.`);
    for (let index = 0; index < value.length; index++) {
      const problem = check(value[index], `${field}[${index}]`);
      if (problem) return problem;
    }
    return null;
  };

function firstFault(value: Record<string, unknown>, shape: Shape, field: string): Fault | null {
  for (const key in shape) {
    const isOptional = key.endsWith('?');
    const name = isOptional ? key.slice(0, -1) : key;
    const path = field === '' ? name : `${field}.${name}`;
    const found = value[name];
    if (found === undefined || found === null) {
      if (!isOptional) return fault(path, 'required', `${path} is required.`);
      continue;
    }
    const problem = (shape[key] as Check)(found, path);
    if (problem) return problem;
  }
  for (const name in value) {
    if (!(name in shape) && !(`${name}?` in shape))
      return fault(
        field === '' ? name : `${field}.${name}`,
        'unknown_field',
        `There is no field "${name}" here.`,
      );
  }
  return null;
}

const party = object({
  name: text(120),
  street: text(120),
  'street2?': text(120),
  postal_code: text(12),
  city: text(60),
  country: oneOf(COUNTRIES),
});

const line = object({
  line_number: count,
  article,
  description: text(200),
  quantity: count,
  unit_price: amount,
  tax_rate: amount,
  net_amount: amount,
  taxes: list(object({ code: text(20), rate: amount, amount }), 5),
});

const salesOrder = object({
  external_reference: text(40, /^[\w.-]+$/, 'a reference of letters, digits, ".", "_" and "-"'),
  order_date: date,
  'requested_delivery_date?': date,
  currency: text(3, /^[A-Z]{3}$/, 'a currency such as EUR'),
  channel: text(20),
  warehouse: text(20),
  payment_terms: oneOf(PAYMENT_TERMS),
  'shipping_method?': text(40),
  'remark?': text(500),
  customer: object({ name: text(120), email, 'phone?': text(40), 'vat_number?': text(20) }),
  bill_to: party,
  ship_to: party,
  lines: list(line, 200),
  shipping_amount: amount,
  tax_amount: amount,
  total_amount: amount,
});

export interface SalesOrder {
  external_reference: string;
  total_amount: number;
}

interface Sums {
  lines: { quantity: number; unit_price: number; net_amount: number }[];
  shipping_amount: number;
  tax_amount: number;
  total_amount: number;
}

/** The first fault of a sales order; null when it can be booked. */
export function findFault(body: unknown): Fault | null {
  return salesOrder(body, '') ?? findWrongSum(body as Sums);
}

function findWrongSum(order: Sums): Fault | null {
  let net = 0;
  for (let index = 0; index < order.lines.length; index++) {
    const { quantity, unit_price, net_amount } = order.lines[index] as Sums['lines'][number];
    if (Math.abs(quantity * unit_price - net_amount) > CENT) {
      return fault(
        `lines[${index}].net_amount`,
        'wrong_sum',
        `lines[${index}].net_amount is not quantity times unit_price.`,
      );
    }
    net += net_amount;
  }
  const total = net + order.tax_amount + order.shipping_amount;
  return Math.abs(total - order.total_amount) > CENT
    ? fault(
        'total_amount',
        'wrong_sum',
        `total_amount should be ${total.toFixed(2)}: lines, tax and shipping.`,
      )
    : null;
}
