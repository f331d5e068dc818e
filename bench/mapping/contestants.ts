// The same order → ERP mapping three times: by hand, as a mapping document, as a JSONata expression.
import type { MappingDocument } from '#mapping';
import type { Order } from './order.js';

const STATUS: Record<string, string> = { paid: 'PAID', pending: 'OPEN', refunded: 'CREDIT' };

const cents = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100;

export function byHand(order: Order): unknown {
  const ship = order.shipping_address;
  const status = STATUS[order.financial_status];
  if (status === undefined) throw new Error('unknown status');
  const lines = [];
  let total = 0;
  for (let i = 0; i < order.line_items.length; i++) {
    const item = order.line_items[i] as Order['line_items'][number];
    const price = Number(item.price);
    if (!Number.isFinite(price)) throw new Error('price is not a number');
    const amount = cents(price * item.quantity);
    total += amount;
    lines.push({
      position: i + 1,
      itemCode: item.sku,
      description: item.title,
      variant: item.variant_title,
      quantity: item.quantity,
      unitPrice: price,
      amount,
      discount: Number(item.total_discount),
      taxRate: item.tax_lines[0]?.rate,
      vendor: item.vendor.trim(),
    });
  }
  return {
    externalId: String(order.id),
    reference: order.name,
    orderDate: new Date(order.created_at).toISOString().slice(0, 10),
    currency: order.currency.toUpperCase(),
    status,
    source: 'SHOP',
    memo: order.note ?? 'none',
    customer: {
      code: String(order.customer.id),
      name: `${order.customer.first_name} ${order.customer.last_name}`,
      email: order.email.trim().toLowerCase(),
      phone: order.customer.phone,
    },
    shipTo: {
      name: `${ship.first_name} ${ship.last_name}`,
      company: ship.company,
      street: ship.address1,
      street2: ship.address2,
      city: ship.city,
      postcode: ship.zip,
      country: ship.country_code,
    },
    total: Number(order.total_price),
    linesTotal: cents(total),
    lines,
  };
}

export const DOCUMENT: MappingDocument = {
  format: 'mapping/1',
  lookups: {
    status: {
      entries: [
        ['paid', 'PAID'],
        ['pending', 'OPEN'],
        ['refunded', 'CREDIT'],
      ],
    },
  },
  links: [
    { to: 'externalId', from: 'id', type: 'string' },
    { to: 'reference', from: 'name' },
    { to: 'orderDate', from: 'created_at', fn: [['date', { from: 'iso', to: 'yyyy-MM-dd' }]] },
    { to: 'currency', from: 'currency', fn: [['upper']] },
    { to: 'status', from: 'financial_status', lookup: 'status' },
    { to: 'source', value: 'SHOP' },
    { to: 'memo', from: 'note', default: 'none' },
    { to: 'customer.code', from: 'customer.id', type: 'string', required: true },
    {
      to: 'customer.name',
      from: ['customer.first_name', 'customer.last_name'],
      fn: [['concat', { sep: ' ' }]],
    },
    { to: 'customer.email', from: 'email', fn: [['trim'], ['lower']] },
    { to: 'customer.phone', from: 'customer.phone' },
    {
      to: 'shipTo.name',
      from: ['shipping_address.first_name', 'shipping_address.last_name'],
      fn: [['concat', { sep: ' ' }]],
    },
    { to: 'shipTo.company', from: 'shipping_address.company' },
    { to: 'shipTo.street', from: 'shipping_address.address1' },
    { to: 'shipTo.street2', from: 'shipping_address.address2' },
    { to: 'shipTo.city', from: 'shipping_address.city' },
    { to: 'shipTo.postcode', from: 'shipping_address.zip' },
    { to: 'shipTo.country', from: 'shipping_address.country_code' },
    { to: 'total', from: 'total_price', type: 'number' },
    { to: 'linesTotal', formula: 'sum(round(line_items[].price * line_items[].quantity, 2))' },
    { to: 'lines[].position', index: true },
    { to: 'lines[].itemCode', from: 'line_items[].sku' },
    { to: 'lines[].description', from: 'line_items[].title' },
    { to: 'lines[].variant', from: 'line_items[].variant_title' },
    { to: 'lines[].quantity', from: 'line_items[].quantity' },
    { to: 'lines[].unitPrice', from: 'line_items[].price', type: 'number' },
    { to: 'lines[].amount', formula: 'round(line_items[].price * line_items[].quantity, 2)' },
    { to: 'lines[].discount', from: 'line_items[].total_discount', type: 'number' },
    { to: 'lines[].taxRate', from: 'line_items[].tax_lines[0].rate' },
    { to: 'lines[].vendor', from: 'line_items[].vendor', fn: [['trim']] },
  ],
};

export const JSONATA = `{
  "externalId": $string(id),
  "reference": name,
  "orderDate": $fromMillis($toMillis(created_at), '[Y0001]-[M01]-[D01]'),
  "currency": $uppercase(currency),
  "status": $lookup({"paid": "PAID", "pending": "OPEN", "refunded": "CREDIT"}, financial_status),
  "source": "SHOP",
  "memo": note = null ? "none" : note,
  "customer": {
    "code": $string(customer.id),
    "name": customer.first_name & " " & customer.last_name,
    "email": $lowercase($trim(email)),
    "phone": customer.phone
  },
  "shipTo": {
    "name": shipping_address.first_name & " " & shipping_address.last_name,
    "company": shipping_address.company,
    "street": shipping_address.address1,
    "street2": shipping_address.address2,
    "city": shipping_address.city,
    "postcode": shipping_address.zip,
    "country": shipping_address.country_code
  },
  "total": $number(total_price),
  "linesTotal": $round($sum(line_items.($round($number(price) * quantity, 2))), 2),
  "lines": line_items#$i.{
    "position": $i + 1,
    "itemCode": sku,
    "description": title,
    "variant": variant_title,
    "quantity": quantity,
    "unitPrice": $number(price),
    "amount": $round($number(price) * quantity, 2),
    "discount": $number(total_discount),
    "taxRate": tax_lines[0].rate,
    "vendor": $trim(vendor)
  }
}`;
