/** The mapping from an order of the shop to a sales order of the ERP: renamed fields, nested lists, text to number. */

export interface MappingLink {
  id?: string;
  to: string;
  [member: string]: unknown;
}

export interface MappingDocument {
  format: 'mapping/1';
  lookups: Record<string, unknown>;
  links: MappingLink[];
}

const text = (to: string, from: string, rest: object = {}): MappingLink => ({
  to,
  from,
  type: 'string',
  ...rest,
});
const number = (to: string, from: string): MappingLink => ({ to, from, type: 'number', required: true });

const party = (to: string, from: string): MappingLink[] => [
  text(`${to}.name`, `${from}.name`, { required: true }),
  text(`${to}.street`, `${from}.street`, { required: true }),
  text(`${to}.street2`, `${from}.street2`),
  text(`${to}.postal_code`, `${from}.zip`, { required: true }),
  text(`${to}.city`, `${from}.city`, { required: true }),
  text(`${to}.country`, `${from}.country_code`, { required: true }),
];

export const orderMapping: MappingDocument = {
  format: 'mapping/1',
  lookups: {
    payment_terms: {
      entries: [
        ['paypal', 'PREPAID'],
        ['card', 'PREPAID'],
        ['invoice', 'NET14'],
      ],
      on_miss: 'error',
    },
  },
  links: [
    text('external_reference', 'order_number', { required: true }),
    text('order_date', 'created_at', {
      fn: [['date', { from: 'iso', to: 'yyyy-MM-dd', to_zone: 'UTC' }]],
      required: true,
    }),
    text('requested_delivery_date', 'requested_delivery_date'),
    text('currency', 'currency', { required: true }),
    text('channel', 'channel', { fn: [['upper']] }),
    { to: 'warehouse', value: 'MAIN' },
    text('payment_terms', 'payment.method', { lookup: 'payment_terms' }),
    text('shipping_method', 'shipping.method'),
    text('remark', 'note'),
    {
      to: 'customer.name',
      from: ['customer.first_name', 'customer.last_name'],
      fn: [['concat', { sep: ' ' }]],
      type: 'string',
      required: true,
    },
    text('customer.email', 'customer.email', { required: true }),
    text('customer.phone', 'customer.phone'),
    text('customer.vat_number', 'customer.vat_id'),
    ...party('bill_to', 'billing_address'),
    ...party('ship_to', 'shipping_address'),
    { to: 'lines[].line_number', index: true },
    text('lines[].article', 'line_items[].sku', { required: true }),
    text('lines[].description', 'line_items[].name', { required: true }),
    number('lines[].quantity', 'line_items[].quantity'),
    number('lines[].unit_price', 'line_items[].unit_price'),
    number('lines[].tax_rate', 'line_items[].tax_rate'),
    number('lines[].net_amount', 'line_items[].total'),
    text('lines[].taxes[].code', 'line_items[].taxes[].name', { required: true }),
    number('lines[].taxes[].rate', 'line_items[].taxes[].rate'),
    number('lines[].taxes[].amount', 'line_items[].taxes[].amount'),
    number('shipping_amount', 'shipping.cost'),
    number('tax_amount', 'totals.tax'),
    number('total_amount', 'totals.grand_total'),
  ],
};

/** The same mapping with a value for orders that come without an e-mail address. */
export function withDefaultEmail(document: MappingDocument, address: string): MappingDocument {
  const links = document.links.map((link) =>
    link.to === 'customer.email' ? { ...link, default: address } : link,
  );
  return { ...document, links };
}
