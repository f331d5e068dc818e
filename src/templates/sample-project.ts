// The sample project: the sample shop and ERP as systems, with the APIs of the ten-minute path. What a person learns by
// doing (connections, the sample response, flow, pipe, mapping) is left to them.
import type { CreateApiDto } from '../apis/dto/api.dto.js';
import type { CreateSystemDto } from '../systems/dto/system.dto.js';

export const SAMPLE_PROJECT_NAME = 'Sample: shop to ERP';

export const sampleShop = (port: number): CreateSystemDto => ({
  system_name: 'Sample shop',
  description: 'Sign in there as shop@example.com with the password sample-password.',
  base_url: `http://127.0.0.1:${port}`,
  authentication_type: 'oauth2',
  grant_type: 'authorization_code_pkce',
  client_authentication: 'body',
  client_id: 'sample-shop-client',
  client_secret: 'sample-shop-secret',
  authorization_url: `http://127.0.0.1:${port}/oauth/authorize`,
  token_url: `http://127.0.0.1:${port}/oauth/token`,
  scope: 'orders.read orders.write offline_access',
  test_request: { method: 'GET', path: '/shop' },
});

export const sampleErp = (port: number): CreateSystemDto => ({
  system_name: 'Sample ERP',
  base_url: `http://127.0.0.1:${port}`,
  authentication_type: 'oauth2',
  grant_type: 'client_credentials',
  client_authentication: 'basic_header',
  client_id: 'sample-erp-client',
  client_secret: 'sample-erp-secret',
  token_url: `http://127.0.0.1:${port}/oauth/token`,
  scope: 'sales-orders',
  test_request: { method: 'GET', path: '/sales-orders/count' },
});

export const listOrders = (systemId: string): CreateApiDto => ({
  api_name: 'List orders',
  system_id: systemId,
  method: 'GET',
  path: '/orders',
  records_path: 'orders',
  record_key: ['id'],
  version_path: 'updated_at',
  pagination: {
    kind: 'page',
    parameter: 'page',
    start: 1,
    size_parameter: 'page_size',
    size: 50,
    total_path: 'total',
  },
});

const party = {
  name: 'Anna Müller',
  street: 'Hauptstraße 12',
  street2: null,
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
};

export const createSalesOrder = (systemId: string): CreateApiDto => ({
  api_name: 'Create sales order',
  system_id: systemId,
  method: 'POST',
  path: '/sales-orders',
  body_type: 'json',
  idempotency_header: 'Idempotency-Key',
  sample_request: {
    body: {
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
      bill_to: party,
      ship_to: party,
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
    },
  },
});
