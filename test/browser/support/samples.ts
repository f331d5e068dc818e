/** What a person pastes into the API manager: a sales order of the sample ERP and its answer. */

const erpParty = {
  name: 'Anna Müller',
  street: 'Hauptstraße 12',
  street2: 'Hinterhaus',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
};

export const erpSalesOrder = {
  external_reference: 'S-100001',
  order_date: '2026-01-02',
  requested_delivery_date: '2026-01-04',
  currency: 'EUR',
  channel: 'WEB',
  warehouse: 'MAIN',
  payment_terms: 'PREPAID',
  shipping_method: 'DHL Standard',
  remark: 'Please leave it with the neighbour.',
  customer: {
    name: 'Anna Müller',
    email: 'anna.muller@example.com',
    phone: '+49 30 1234567',
    vat_number: 'DE123456789',
  },
  bill_to: erpParty,
  ship_to: erpParty,
  lines: [
    {
      line_number: 1,
      article: 'MUG-350-BLU',
      description: 'Mug 350 ml, blue',
      quantity: 2,
      unit_price: 8.9,
      tax_rate: 19,
      net_amount: 17.8,
      taxes: [{ code: 'VAT', rate: 19, amount: 3.38 }],
    },
  ],
  shipping_amount: 4.9,
  tax_amount: 3.38,
  total_amount: 26.08,
};

export const erpAnswer = {
  sales_order_id: 1,
  document_number: 'SO-0000001',
  external_reference: 'S-100001',
  status: 'open',
  total_amount: 26.08,
};
