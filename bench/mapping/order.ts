// One shop order with five lines, as an API would send it.

const line = (id: number, sku: string, price: string, quantity: number) => ({
  id,
  sku,
  title: `Item ${sku}`,
  variant_title: 'blue / L',
  quantity,
  price,
  total_discount: '0.50',
  taxable: true,
  vendor: ' Acme ',
  tax_lines: [{ title: 'VAT', rate: 0.19 }],
});

export const ORDER = {
  id: 450789469,
  name: '#1001',
  created_at: '2026-02-10T11:00:00-05:00',
  currency: 'eur',
  financial_status: 'paid',
  email: ' Bob.Norman@Example.COM ',
  note: null,
  total_price: '409.94',
  customer: { id: 207119551, first_name: 'Bob', last_name: 'Norman', phone: '+13125551212' },
  shipping_address: {
    first_name: 'Bob',
    last_name: 'Norman',
    company: 'Norman LLC',
    address1: '123 Chestnut St',
    address2: null,
    city: 'Louisville',
    zip: '40202',
    country_code: 'US',
    phone: '555-625-1199',
  },
  line_items: [
    line(1, 'A-1', '19.99', 3),
    line(2, 'B-2', '5.25', 10),
    line(3, 'C-3', '100.00', 1),
    line(4, 'D-4', '0.99', 7),
    line(5, 'E-5', '49.95', 2),
  ],
};

export type Order = typeof ORDER;
