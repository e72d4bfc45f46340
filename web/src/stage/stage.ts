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
import type { Item, SceneHeader, ShapesHeader } from '../format/types';
import type { Run } from '../model/run';
import { between, makeActor, moves, placementOf, put, type Actor, type Measures, type Placement } from './actor';
import { extentOf, type Extent } from './extent';
import { Floor } from './floor';
import { Paints } from './paint';
import { Ghost } from './ghost';
import type { Fineness, ShapeContext } from './shapes/shape';
import { Traces } from './traces';
import { Vectors } from './vectors';

/** A shape of vibration: where in the grid of modes, and how large; 1: as it was computed. */
export interface ModePose {
  shapes: ShapesHeader;
  row: number;
  amplitude: number;
}

export interface StageColours {
  background: string;
  grid: string;
  dark: boolean;
}

const FIELD = 32; // degrees
const FILLED = 0.86; // part of the picture that the model takes up
const FILLED_FOLLOWED = 0.55; // if it is followed in the plane: there is something around it
const FILLED_ALONE = 0.3; // if it is all there is
const WALL = 0.06; // opacity
const LONGEST_ARROW = 0.35; // of the size of the model
const LONGEST_AXES = 0.2;
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
  readonly vectors: Vectors;
  readonly ghost: Ghost;
  private mode: ModePose | undefined;
  private readonly extent: Extent;
  private readonly size: number;
  private readonly followed = new Vector3();
  private following: string;
  private ownView = false; // the user has moved the camera
  private viewName = 'iso';
  private readonly software: boolean;
  /** Arrows and axes longer than the model are drawn shorter, arrows all of them alike. */
  private readonly measures: Measures;

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
    this.extent = extentOf(run, header, this.root.quaternion, LONGEST_AXES);
    this.following = this.extent.leaves ? '*' : '';
    this.size = Math.max(1e-6, (this.extent.leaves ? this.extent.company : this.extent.whole).getSize(new Vector3()).length());

    this.measures = {
      arrows: Math.min(1, (LONGEST_ARROW * this.size) / Math.max(1e-9, this.extent.longestArrow)),
      longestAxes: LONGEST_AXES * this.size,
    };
    const context = this.shapeContext();
    this.makeActors(context);
    this.traces = new Traces(run);
    this.vectors = new Vectors(run, this.size, context);
    this.ghost = new Ghost(context, this.measures);
    this.root.add(this.traces.object, this.vectors.object, this.ghost.object);
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

  private shapeContext(): ShapeContext {
    const count = this.items.length;
    const fineness: Fineness =
      count > MANY ? { round: 12, tube: 5 } : this.software && count > SOME ? { round: 20, tube: 7 } : { round: 40, tube: 8 };
    const geometries = new Map<string, BufferGeometry>();
    return {
      fineness,
      paint: this.paints.paint,
      shared: (name: string, make: () => BufferGeometry) => {
        const known = geometries.get(name) ?? make();
        geometries.set(name, known);
        return known;
      },
    };
  }

  private makeActors(context: ShapeContext): void {
    this.run.grids[1].seek(this.run.start);
    for (const item of this.items) {
      const placement = placementOf(this.run, item);
      const size = placement.size.toArray();
      // Walls stand between the viewer and what they contain.
      const wall = item.shape === 'box' && (item.opacity ?? 1) < 0.5 && Math.min(...size) < 0.05 * Math.max(...size);
      const actor = { ...makeActor(wall ? { ...item, opacity: WALL } : item, context, placement), item };
      actor.object.visible = !this.extent.ground.has(item);
      put(actor, placement, this.measures);
      this.actors.push(actor);
      this.byPath.set(item.path, actor);
      this.root.add(actor.object);
    }
  }

  private put(actor: Actor): void {
    put(actor, placementOf(this.run, actor.item), this.measures);
  }

  /** Puts everything where it is at a time. */
  place(time: number): void {
    if (this.mode) {
      this.placeMode(this.mode);
      return;
    }
    this.run.grids[1].seek(time);
    for (const actor of this.actors) {
      if (actor.moves) this.put(actor);
    }
    this.vectors.place(time);
    this.ghost.place(time);
    this.moveAlong();
  }

  /** The run has other data: everything is put anew; the camera stays. */
  renew(time: number): void {
    this.run.grids[1].seek(time);
    for (const actor of this.actors) {
      actor.moves = moves(actor.item);
      this.put(actor);
    }
    this.ghost.place(time);
    this.moveAlong();
  }

  /** Shows a shape of vibration instead of the run, whose tracks have been read; nothing: the run again. */
  vibrate(mode: ModePose | undefined, time: number): void {
    const over = this.mode && !mode;
    this.mode = mode;
    this.vectors.object.visible = this.ghost.object.visible = this.traces.object.visible = !mode;
    if (over) this.renew(time);
    this.place(time);
  }

  private placeMode({ shapes, row, amplitude }: ModePose): void {
    const grid = this.run.grids[3];
    const at = (time: number): Placement[] => {
      grid.seek(time);
      return shapes.items.map((item) => placementOf(this.run, item));
    };
    const rest = at(0);
    at(row).forEach((placement, index) => {
      put(this.actors[index], between(rest[index], placement, amplitude), this.measures);
    });
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
    const box = this.following ? this.extent.company : this.extent.whole;
    this.followed.copy(this.target());
    const middle = box.getCenter(new Vector3());
    if (this.following) {
      if (this.following !== '*') middle.set(0, this.extent.rises ? 0 : middle.y, 0);
      middle.add(this.extent.rises ? this.followed : new Vector3(this.followed.x, 0, this.followed.z));
    }
    const direction = this.flat ? new Vector3(0, 0, 1) : new Vector3(...(VIEWS[name] ?? VIEWS.iso)).normalize();
    const filled = this.flat ? FILLED_FOLLOWED : FILLED;
    this.fit(box, middle, direction, !this.following ? FILLED : this.extent.alone ? FILLED_ALONE : filled);
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
    const slopeY = Math.tan((FIELD * Math.PI) / 360) * filled;
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
      if (!this.extent.rises) step.y = 0; // what bounces does so before a calm background
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

  /** Gives back what browsers have few of. */
  close(): void {
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }
}
