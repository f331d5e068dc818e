/** The sample request and response that a person would paste into the API manager: an order of the shop, one of the ERP. */

const shopAddress = {
  name: 'Anna Müller',
  street: 'Hauptstraße 12',
  street2: null,
  zip: '10115',
  city: 'Berlin',
  country_code: 'DE',
};

export const shopOrders = {
  orders: [
    {
      id: 100001,
      order_number: 'S-100001',
      created_at: '2026-01-02T08:00:00.000Z',
      updated_at: '2026-01-02T08:01:00.000Z',
      currency: 'EUR',
      status: 'paid',
      channel: 'web',
      customer: {
        id: 5001,
        email: 'anna.muller@example.com',
        first_name: 'Anna',
        last_name: 'Müller',
        phone: '+49 30 1234567',
        company: null,
        vat_id: null,
      },
      billing_address: shopAddress,
      shipping_address: shopAddress,
      line_items: [
        {
          id: 1,
          sku: 'MUG-350-BLU',
          name: 'Mug 350 ml, blue',
          quantity: 2,
          unit_price: '8.90',
          tax_rate: '19.00',
          taxes: [{ name: 'VAT', rate: '19.00', amount: '3.38' }],
          total: '17.80',
        },
      ],
      shipping: { method: 'DHL Standard', cost: '4.90' },
      payment: { method: 'paypal', transaction_id: 'T7000000', paid_at: '2026-01-02T08:00:00.000Z' },
      totals: { subtotal: '17.80', shipping: '4.90', tax: '3.38', discount: '0.00', grand_total: '26.08' },
      requested_delivery_date: '2026-01-04',
      note: 'Please leave it with the neighbour.',
      tags: ['standard'],
    },
  ],
  page: 1,
  page_size: 50,
  total: 250,
  total_pages: 5,
  has_more: true,
};

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
