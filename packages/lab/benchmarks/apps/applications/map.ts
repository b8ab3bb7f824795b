import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
window.map = L.map('map', { zoomAnimation: false, fadeAnimation: false }).setView([50.85, 4.35], 12);
window.pins = [];
for (const [lat, lng, name] of [[50.85, 4.35, 'Brussels'], [50.87, 4.4, 'Depot'], [50.83, 4.3, 'Yard']]) L.marker([lat, lng], { title: name, icon: L.divIcon({ html: name, iconSize: [70, 22] }) }).bindPopup('Stock of ' + name + ': ' + name.length * 7).addTo(map);
map.on('click', ({ latlng }) => { pins.push(latlng); L.marker(latlng, { title: 'Pin ' + pins.length, icon: L.divIcon({ html: 'Pin ' + pins.length, iconSize: [50, 22] }) }).addTo(map); });
`;

/** Leaflet: markers, zoom, places of the map. */
export const map: Application = {
  name: 'leaflet',
  kind: 'a map',
  start: () =>
    servePage({
      title: 'Depots',
      styles: ['leaflet/dist/leaflet.css'],
      scripts: ['leaflet/dist/leaflet.js'],
      body: '<div id="map" role="application" aria-label="Map" style="height:420px"></div>',
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'read what a marker says',
      steps: ['open /', 'click {"Depot"}', 'answer Stock of Depot: (\\d+)'],
      check: ({ answer }) => answer,
      expected: '35',
    },
    {
      name: 'zoom in twice',
      steps: ['open /', 'click {"Zoom in"}', 'click {"Zoom in"}'],
      check: ({ evaluate }) => evaluate('map.getZoom()'),
      expected: 14,
    },
    {
      name: 'set a pin at a place of the map',
      steps: ['open /', 'click {"Map"} --at 120,300', 'look', 'answer (Pin 1)'],
      check: async ({ answer, evaluate }) => [
        answer,
        await evaluate(
          'pins.map((pin) => { const { x, y } = map.latLngToContainerPoint(pin); return [Math.round(x), Math.round(y)]; })',
        ),
      ],
      expected: ['Pin 1', [[120, 300]]],
    },
    {
      name: 'drag the map',
      steps: ['open /', 'drag {"Map"} --from 600,100 --to 500,160'],
      check: ({ evaluate }) =>
        evaluate('(({ x, y }) => [Math.round(x), Math.round(y)])(map.latLngToContainerPoint([50.85, 4.35]))'),
      expected: ({ evaluate }) =>
        evaluate('[Math.round(map.getSize().x / 2) - 100, Math.round(map.getSize().y / 2) + 60]'),
    },
  ],
};
