import { expect, it } from 'vitest';
import { redactUrl, secretsInUrl } from '../../packages/sightline/src/snapshot/urls/redactUrl.ts';

it.each([
  ['https://bob:secret@a.example/x?q#h', 'https://a.example/x?q#h'],
  ['http://bob@a.example/', 'http://a.example/'],
  ['https://a.example/@bob', 'https://a.example/@bob'],
  ['about:blank', 'about:blank'],
  ['not a url@all', 'not a url@all'],
  ['/login?user=bob&password=hunter2&x=1', '/login?user=bob&password=[filled]&x=1'],
  ['/cb#access_token=abc.def&token_type=bearer', '/cb#access_token=[filled]&token_type=bearer'],
  ['/pay?cardNumber=4111&userPin=1234&cvc=123', '/pay?cardNumber=[filled]&userPin=[filled]&cvc=[filled]'],
  ['/f?X-Amz-Signature=abc&X-Amz-Expires=60', '/f?X-Amz-Signature=[filled]&X-Amz-Expires=60'],
  ['/p?pass%77ord=x&apiKey=k', '/p?pass%77ord=[filled]&apiKey=[filled]'],
  ['/login?password=&x=1', '/login?password=&x=1'],
  ['/?keyword=red&compass=n&hotpot=1&monkey=2', '/?keyword=red&compass=n&hotpot=1&monkey=2'],
  ['/cb?code=4%2F0AX4XfWgjK9Zq7vXk4Tr9&state=DE', '/cb?code=[filled]&state=DE'],
  ['/verify?reset_code=483920&lang=en', '/verify?reset_code=[filled]&lang=en'],
  [
    '/join?invite=Zq7vXk4Tr9Hn7terWq92#ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7',
    '/join?invite=[filled]#ticket=[filled]',
  ],
  ['/doc?key=0AqCbR7vXk4Tr9Hn7ter', '/doc?key=[filled]'],
  [
    '/list?key=title&ticket=PROJ-1204&code=DE&share=facebook',
    '/list?key=title&ticket=PROJ-1204&code=DE&share=facebook',
  ],
  [
    '/p?code=4006381333931&share=lamps%20and%20chairs%202026',
    '/p?code=4006381333931&share=lamps%20and%20chairs%202026',
  ],
  ['/list?pageToken=abc&next_token=def&code=DE', '/list?pageToken=abc&next_token=def&code=DE'],
])('%s is shown as %s', (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});

it('what is left out can be distinguished from the rest', () => {
  expect(secretsInUrl('/x?a=1&password=a%20b+c%22&pin=#token=t&token_type=bearer')).toEqual(['a b c"', 't']);
});
