import { describe, expect, it } from 'vitest';
import { configPath, hubUrl } from './settings.ts';

describe('the address of the hub', () => {
  it.each([
    ['http://100.64.0.1:8422/', 'http://100.64.0.1:8422'],
    ['http:\\\\hub.tail1.ts.net:8422', 'http://hub.tail1.ts.net:8422'],
    [' https://hub.ts.net/aim// ', 'https://hub.ts.net/aim'],
    ['http://[fd7a:115c:a1e0::1]:8422', 'http://[fd7a:115c:a1e0::1]:8422'],
  ])('%s is read as %s', (given, url) => {
    expect(hubUrl({ AIM_SERVER_URL: given }, null)).toEqual({ url });
  });

  it('is the environment’s before that of the file', () => {
    expect(hubUrl({ AIM_SERVER_URL: 'http://a' }, 'http://b')).toEqual({ url: 'http://a' });
    expect(hubUrl({ AIM_SERVER_URL: '' }, 'http://b')).toEqual({ url: 'http://b' });
  });
});

describe('the place of the file', () => {
  it('is in the home folder where nothing else is said', () => {
    expect(configPath({}, '/home/ann')).toBe('/home/ann/.aim/user_config.json');
    expect(configPath({ AIM_USER_CONFIG: '~/x.json' }, '/home/ann')).toBe('/home/ann/x.json');
    expect(configPath({ AIM_USER_CONFIG: `\${user_config.state_file}` }, '/h')).toBe(
      '/h/.aim/user_config.json',
    );
    expect(configPath({ AIM_USER_CONFIG: '/etc/x.json' }, '/h')).toBe('/etc/x.json');
  });
});
