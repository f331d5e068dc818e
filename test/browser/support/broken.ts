/** The service's answer to a fault of its own. */
import type { Route } from 'playwright-core';

export const breakInside = (route: Route): Promise<void> =>
  route.fulfill({
    status: 500,
    headers: { 'x-request-id': 'req-of-the-test' },
    json: {
      status: false,
      status_code: 500,
      response_status: 500,
      message: 'It broke inside.',
      data: null,
    },
  });
