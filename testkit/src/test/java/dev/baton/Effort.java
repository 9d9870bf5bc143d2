package dev.baton;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Counts what Baton's own code does: the calls of its methods and the rounds of its loops. The same on a slow machine as
 * on a fast one. Loads Baton's classes once more, with a counter in each method and loop; what the JDK does by itself is
 * not counted, but a collection that compares its elements calls a method of theirs.
 */
public final class Effort {

    private static final AtomicLong COUNT = new AtomicLong();

    private Effort() {}

    /** Called by the loaded classes. */
    public static void count() {
        COUNT.incrementAndGet();
    }

    /**
     * Counts what is done between {@link #begin} and the end of a task.
     *
     * @param task a class with a public constructor without parameters; a copy of it is loaded
     */
    static long of(Class<? extends IntConsumer> task, int size) throws ReflectiveOperationException {
        Class<?> copy = new Loader().loadClass(task.getName());
        ((IntConsumer) copy.getConstructor().newInstance()).accept(size);
        return COUNT.get();
    }

    /** Called by a task when it has prepared what is to be counted. */
    public static void begin() {
        COUNT.set(0);
    }

    private static final class Loader extends ClassLoader {

        Loader() {
            super(Effort.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.baton.") || name.equals(Effort.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                ClassWriter counting = new ClassWriter(0);
                new ClassReader(in).accept(new Counting(counting), 0);
                byte[] bytes = counting.toByteArray();
                return defineClass(name, bytes, 0, bytes.length, Effort.class.getProtectionDomain());
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static final class Counting extends ClassVisitor {

        Counting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, type, signature, thrown)) {

                private final Set<Label> passed = new HashSet<>();

                @Override
                public void visitCode() {
                    super.visitCode();
                    one();
                }

                @Override
                public void visitLabel(Label label) {
                    passed.add(label);
                    super.visitLabel(label);
                }

                @Override
                public void visitJumpInsn(int code, Label to) {
                    if (passed.contains(to)) {
                        one();
                    }
                    super.visitJumpInsn(code, to);
                }

                private void one() {
                    visitMethodInsn(
                            Opcodes.INVOKESTATIC, Effort.class.getName().replace('.', '/'), "count", "()V", false);
                }
            };
        }
    }
}
