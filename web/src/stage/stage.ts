/** The stage: the mechanism in space (or in the plane), placed where it is at the time of the clock. */
import {
  Box3,
  BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  MOUSE,
  NeutralToneMapping,
  Object3D,
  OrthographicCamera,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  TOUCH,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Item, SceneHeader } from '../format/types';
import type { Run } from '../model/run';
import { extentOf, type Extent } from './extent';
import { Floor } from './floor';
import { Paints } from './paint';
import { makeShape } from './shapes';
import type { Fineness, Placeable } from './shapes/shape';
import { Traces } from './traces';

interface Actor {
  item: Item;
  shape: Placeable;
  /** Its origin, in the axes of the model. */
  object: Group;
  moves: boolean;
}

export interface StageColours {
  background: string;
  grid: string;
  dark: boolean;
}

const FIELD = 32; // degrees
const FILLED = 0.86; // part of the picture that the model takes up
const FILLED_FOLLOWED = 0.6; // if it is followed: there is something around it
const FAR_RUN = 3.2; // a run this many times longer than the model is followed
const WALL = 0.06; // opacity
const LONGEST_ARROW = 0.35; // of the size of the model
const SOME = 60; // pictures, beyond which round things are made coarser where the processor draws them
const MANY = 400; // and everywhere
const VIEWS: Record<string, [number, number, number]> = {
  iso: [0.62, 0.42, 0.9],
  front: [0, 0.0001, 1],
  side: [1, 0.0001, 0],
  top: [0, 1, 0.0001],
};

/** Whether pictures are computed by the processor, as in tests and on servers. */
function isSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly flat: boolean;
  readonly items: Item[];
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly root = new Group(); // the model, turned so that up is up
  private readonly camera: PerspectiveCamera | OrthographicCamera;
  private readonly controls: OrbitControls;
  private readonly actors: Actor[] = [];
  private readonly byPath = new Map<string, Actor>();
  private readonly paints = new Paints();
  private readonly key = new DirectionalLight('#fff4e3', 2.5);
  private readonly rim = new DirectionalLight('#dbe7ff', 0.7);
  private readonly sky = new HemisphereLight('#ffffff', '#aab4c2', 2.0);
  private readonly floor: Floor;
  private readonly traces: Traces;
  private readonly extent: Extent;
  private readonly size: number;
  private readonly home = new Vector3(); // middle of what the camera was fitted to
  private readonly followed = new Vector3();
  private following: string;
  private ownView = false; // the user has moved the camera
  private viewName = 'iso';
  private readonly software: boolean;
  /** Arrows longer than the model are drawn shorter, all of them alike. */
  private readonly arrowScale: number;

  constructor(
    private readonly run: Run,
    header: SceneHeader,
    private readonly redraw: () => void,
  ) {
    this.flat = header.flat;
    this.items = header.items;
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.canvas = this.renderer.domElement;
    this.software = isSoftware(this.renderer);
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;

    if (!this.flat) this.root.quaternion.setFromUnitVectors(new Vector3(...header.up).normalize(), new Vector3(0, 1, 0));
    if (!this.flat && Math.abs(header.up[2]) > 0.9) {
      // Up along z, or against it: x stays to the right.
      this.root.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), (-Math.sign(header.up[2]) * Math.PI) / 2);
    }
    this.extent = extentOf(run, header, this.root.quaternion);
    const whole = this.extent.whole.getSize(new Vector3()).length();
    const first = this.extent.first.getSize(new Vector3()).length();
    this.following = whole > FAR_RUN * first ? '*' : '';
    this.size = Math.max(1e-6, this.following ? first : whole);

    this.arrowScale = Math.min(1, (LONGEST_ARROW * this.size) / Math.max(1e-9, this.extent.longestArrow));
    this.makeActors();
    this.traces = new Traces(run);
    this.root.add(this.traces.object);
    this.scene.add(this.root);
    const ground = new Group();
    this.scene.add(ground);
    const depth = this.extent.whole.min;
    this.floor = new Floor(ground, this.flat, this.flat ? depth.z - 0.02 * this.size : this.extent.level - 0.0005 * this.size, this.size);
    this.makeLights();

    this.camera = this.flat
      ? new OrthographicCamera(-1, 1, 1, -1, 0.01 * this.size, 20 * this.size)
      : new PerspectiveCamera(FIELD, 1, 0.01 * this.size, 60 * this.size);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableRotate = !this.flat;
    this.controls.zoomToCursor = true;
    this.controls.maxPolarAngle = Math.PI * 0.62;
    this.controls.minDistance = 0.05 * this.size;
    this.controls.maxDistance = 25 * this.size;
    if (this.flat) {
      this.controls.mouseButtons.LEFT = MOUSE.PAN;
      this.controls.touches.ONE = TOUCH.PAN;
    }
    this.controls.addEventListener('change', redraw);
    this.controls.addEventListener('start', () => { this.ownView = true; });
    this.place(run.start);
    this.view('iso');
  }

  /** Directions that one can look from. */
  get views(): string[] {
    return this.flat ? ['home'] : Object.keys(VIEWS);
  }

  // -- actors --

  private makeActors(): void {
    const count = this.items.length;
    const fineness: Fineness =
      count > MANY ? { round: 12, tube: 5 } : this.software && count > SOME ? { round: 20, tube: 7 } : { round: 40, tube: 8 };
    const geometries = new Map<string, BufferGeometry>();
    const context = {
      fineness,
      paint: this.paints.paint,
      shared: (name: string, make: () => BufferGeometry) => {
        const known = geometries.get(name) ?? make();
        geometries.set(name, known);
        return known;
      },
    };
    this.run.grids[1].seek(this.run.start);
    for (const item of this.items) {
      const size = item.size.map((value) => this.run.now(value)) as [number, number, number];
      // Walls stand between the viewer and what they contain.
      const wall = item.shape === 'box' && (item.opacity ?? 1) < 0.5 && Math.min(...size) < 0.05 * Math.max(...size);
      const shape = makeShape(wall ? { ...item, opacity: WALL } : item, context, size);
      const object = new Group();
      object.name = item.path;
      object.userData.component = item.component;
      object.add(shape.object);
      const moves = [...item.p, ...item.q, ...item.size].some((value) => typeof value === 'object');
      const actor = { item, shape, object, moves };
      object.visible = !this.extent.ground.has(item);
      this.put(actor);
      this.actors.push(actor);
      this.byPath.set(item.path, actor);
      this.root.add(object);
    }
  }

  private put({ item, shape, object }: Actor): void {
    const { run } = this;
    object.position.set(run.now(item.p[0]), run.now(item.p[1]), run.now(item.p[2]));
    object.quaternion
      .set(run.now(item.q[0]), run.now(item.q[1]), run.now(item.q[2]), run.now(item.q[3]))
      .normalize();
    const scale = item.shape === 'arrow' ? this.arrowScale : 1;
    shape.resize(scale * run.now(item.size[0]), run.now(item.size[1]), run.now(item.size[2]));
  }

  /** Puts everything where it is at a time. */
  place(time: number): void {
    this.run.grids[1].seek(time);
    for (const actor of this.actors) {
      if (actor.moves) this.put(actor);
    }
    this.moveAlong();
  }

  /** The run has other data: everything is put anew; the camera stays. */
  renew(time: number): void {
    this.run.grids[1].seek(time);
    for (const actor of this.actors) {
      const { item } = actor;
      actor.moves = [...item.p, ...item.q, ...item.size].some((value) => typeof value === 'object');
      this.put(actor);
    }
    this.moveAlong();
  }

  /** Position of a picture in the world of the model, as it is on the stage. */
  position(path: string): [number, number, number] | undefined {
    const actor = this.byPath.get(path);
    return actor?.object.position.toArray();
  }

  /** Rotation of a picture as a quaternion x, y, z, w. */
  rotation(path: string): [number, number, number, number] | undefined {
    return this.byPath.get(path)?.object.quaternion.toArray();
  }

  // -- camera --

  view(name: string): void {
    this.ownView = false;
    this.viewName = name;
    const box = this.following ? this.extent.first : this.extent.whole;
    box.getCenter(this.home);
    this.followed.copy(this.target());
    const middle = this.home.clone();
    if (this.following) middle.add(this.followed).sub(this.targetAtStart());
    const direction = this.flat ? new Vector3(0, 0, 1) : new Vector3(...(VIEWS[name] ?? VIEWS.iso)).normalize();
    this.fit(box, middle, direction, this.following ? FILLED_FOLLOWED : FILLED);
    this.controls.target.copy(middle);
    this.controls.update();
    this.follow();
    this.redraw();
  }

  private fit(box: Box3, middle: Vector3, direction: Vector3, filled: number): void {
    const { width, height } = this.canvasSize();
    if (this.camera instanceof OrthographicCamera) {
      const size = box.getSize(new Vector3());
      const half = Math.max(size.y, (size.x * height) / width) / (2 * filled);
      this.camera.top = half;
      this.camera.bottom = -half;
      this.camera.left = (-half * width) / height;
      this.camera.right = (half * width) / height;
      this.camera.zoom = 1;
      this.camera.position.copy(middle).addScaledVector(direction, 8 * this.size);
      this.camera.updateProjectionMatrix();
      return;
    }
    // The nearest place from where all corners are seen.
    const right = new Vector3().crossVectors(new Vector3(0, 1, 0), direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    const slopeY = Math.tan((FIELD * Math.PI) / 360) * (this.flat ? filled : FILLED);
    const slopeX = slopeY * (width / height);
    let distance = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const r = new Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      ).sub(box.getCenter(new Vector3()));
      const near = r.dot(direction);
      distance = Math.max(distance, near + Math.abs(r.dot(right)) / slopeX, near + Math.abs(r.dot(up)) / slopeY);
    }
    this.camera.position.copy(middle).addScaledVector(direction, distance);
  }

  /** What is followed: "" nothing, "*" everything that moves, or a component. */
  get follows(): string {
    return this.following;
  }
  set follows(component: string) {
    this.following = component;
    this.followed.copy(this.target());
    this.redraw();
  }

  private target(): Vector3 {
    return this.middleOf((actor) =>
      this.following === '*' ? actor.moves : actor.item.component === this.following,
    );
  }
  private targetAtStart(): Vector3 {
    const { row, fraction } = this.run.grids[1];
    this.run.grids[1].seek(this.run.start);
    const middle = new Vector3();
    let count = 0;
    for (const { item, moves } of this.actors) {
      if (this.following === '*' ? !moves : item.component !== this.following) continue;
      middle.add(new Vector3(...item.p.map((value) => this.run.now(value))));
      ++count;
    }
    Object.assign(this.run.grids[1], { row, fraction });
    return middle.divideScalar(Math.max(1, count)).applyQuaternion(this.root.quaternion);
  }
  private middleOf(chosen: (actor: Actor) => boolean): Vector3 {
    const middle = new Vector3();
    let count = 0;
    for (const actor of this.actors) {
      if (!chosen(actor)) continue;
      middle.add(actor.object.position);
      ++count;
    }
    return middle.divideScalar(Math.max(1, count)).applyQuaternion(this.root.quaternion);
  }

  private moveAlong(): void {
    if (this.following) {
      const now = this.target();
      const step = now.clone().sub(this.followed);
      if (!this.flat) step.y = 0; // what bounces does so before a calm background
      this.followed.copy(now);
      this.camera.position.add(step);
      this.controls.target.add(step);
    }
    this.follow();
  }

  /** Light and floor go with what is looked at. */
  private follow(): void {
    const { target } = this.controls;
    this.floor.moveTo(target);
    const towards = this.flat ? new Vector3(-0.5, 0.8, 2.2) : new Vector3(-0.55, 1.5, 0.75);
    const middle = this.following || this.flat ? target : this.extent.whole.getCenter(new Vector3());
    this.key.target.position.copy(middle);
    this.key.position.copy(middle).addScaledVector(towards.normalize(), 3 * this.size);
  }

  // -- light --

  private makeLights(): void {
    this.key.castShadow = true;
    const { shadow } = this.key;
    shadow.mapSize.setScalar(this.software ? 1024 : 2048);
    const reach = 0.85 * this.size;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * this.size, far: 8 * this.size });
    shadow.normalBias = 0.004 * this.size;
    shadow.bias = -0.0005;
    shadow.radius = 3;
    this.rim.position.set(0.8, 0.35, -0.9);
    this.scene.add(this.key, this.key.target, this.rim, this.sky);
  }

  dress({ background, grid, dark }: StageColours): void {
    const colour = new Color(background);
    this.scene.background = colour;
    this.scene.fog = this.flat ? null : new Fog(colour, 9 * this.size, 30 * this.size);
    this.key.intensity = dark ? 2.4 : 2.5;
    this.sky.intensity = dark ? 1.5 : 2.0;
    this.floor.dress(grid, dark ? 0.55 : this.flat ? 0.18 : 0.24);
    this.paints.dress(dark);
    this.redraw();
  }

  // -- traces, picking --

  /** Pictures whose paths are worth seeing: masses, and if there is none, all that moves. */
  trace(shown: boolean, component: string): void {
    const moving = this.actors.filter(({ moves }) => moves).map(({ item }) => item);
    const masses = moving.filter(({ shape }) => shape === 'sphere');
    const chosen = component ? moving.filter((item) => item.component === component).slice(0, 1) : [];
    this.traces.show(shown ? (masses.length > 0 ? masses.slice(0, 12) : moving.slice(0, 6)) : chosen);
    this.resize();
  }

  /** The component at a place of the canvas, in pixels. */
  pick(x: number, y: number): string | undefined {
    const { width, height } = this.canvasSize();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    for (const hit of caster.intersectObjects(this.actors.map(({ object }) => object))) {
      for (let object: Object3D | null = hit.object; object; object = object.parent) {
        const component = (object.userData as { component?: string }).component;
        if (component !== undefined) return component;
      }
    }
    return undefined;
  }

  // -- drawing --

  private canvasSize(): { width: number; height: number } {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) };
  }

  resize(): void {
    const { width, height } = this.canvasSize();
    this.renderer.setPixelRatio(this.software ? 1 : Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    if (this.camera instanceof OrthographicCamera) {
      const half = (this.camera.top - this.camera.bottom) / 2;
      this.camera.left = (-half * width) / height;
      this.camera.right = (half * width) / height;
    } else {
      this.camera.aspect = width / height;
    }
    this.camera.updateProjectionMatrix();
    this.traces.resize(width, height);
    if (!this.ownView) this.view(this.viewName);
    this.redraw();
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }
}
