import { redirectFaults } from './redirect-check.js';

it.each([
  ['https://pipes.example.com/oauth/callback', 'https://pipes.example.com', []],
  ['http://localhost:3000/oauth/callback', 'http://localhost:3000', []],
  ['http://[::1]:3000/oauth/callback', 'http://[::1]:3000', []],
  ['http://localhost:3000/oauth/callback', 'http://127.0.0.1:3000', ['other_origin']],
  ['http://pipes.example.com/oauth/callback', 'http://pipes.example.com', ['plain_http']],
  ['http://pipes.example.com/oauth/callback', 'https://pipes.example.com', ['other_origin', 'plain_http']],
])('%s opened under %s: %j', (url, here, faults) => {
  expect(redirectFaults(url, here)).toEqual(faults);
});
